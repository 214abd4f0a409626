import Glibc

/// Pairs of connected descriptors for the standard streams of a child. All are closed on `execve`.
package enum ProcessPipe {
    /// Creates a pipe, for standard output and error.
    package static func pipe() throws(ProcessError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        var code: Int32 = 0
        // Swift's view of glibc lacks pipe2. A child that starts between the two calls would inherit the descriptors.
        SpawnedProcess.whileNoneStarts {
            code = Glibc.pipe(&ends) == 0 ? 0 : errno
            for end in ends where code == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        guard code == 0 else { throw ProcessError(.notStarted, errno: code) }
        return (ends[0], ends[1])
    }

    /// Creates a socket pair, for standard input. Unlike a pipe, it can be written to without `SIGPIPE` after
    /// the child has ended.
    package static func socketPair() throws(ProcessError) -> (parent: Int32, child: Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw ProcessError(.notStarted, errno: errno)
        }
        return (ends[0], ends[1])
    }
}
