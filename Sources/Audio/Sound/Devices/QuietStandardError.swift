import Glibc

/// A silencer for the messages that ALSA and JACK print about missing devices. The program's own messages are not
/// affected: they go through a copy of standard error, which `StandardError` of the module Stage has made before.
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
