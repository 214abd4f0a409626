#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Keeps what ALSA and JACK print about devices that are not there out of people's sight. What the program itself says goes through a copy of
/// standard error, which Stage's `StandardError` made before.
enum QuietStandardError {
    /// Does something with file descriptor 2 led to /dev/null; only under PortAudio's lock, since it is the whole
    /// process's.
    static func during<Result>(_ body: () -> sending Result) -> sending Result {
        let kept = fcntl(2, F_DUPFD_CLOEXEC, 3)
        guard kept >= 0 else { return body() }
        defer { close(kept) }
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nowhere >= 0 else { return body() }
        dup2(nowhere, 2)
        close(nowhere)
        defer { dup2(kept, 2) }
        return body()
    }
}
