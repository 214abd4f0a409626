#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Silences what ALSA and JACK print about missing devices. The program's own output goes through a copy of
/// standard error, which Stage's `StandardError` made before.
enum QuietStandardError {
    /// Runs `body` with file descriptor 2 redirected to /dev/null. Call it only under PortAudio's lock, since the
    /// descriptor belongs to the whole process.
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
