import Glibc

/// This process's number.
func getProcessID() -> Int32 { getpid() }
