import Glibc

/// Returns this process's id.
func getProcessID() -> Int32 { getpid() }
