import Glibc

/// The number of files, sockets and pipes that this process may have open.
package enum OpenFileLimit {
    /// The least with which a program begins. With fewer, libraries that it uses end it in the middle of its work.
    package static let minimum = 64

    /// Raises the limit to a number, if it is lower.
    /// - Throws: `StageFailure` when the process may not have so many.
    package static func require(_ count: Int) throws(StageFailure) {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0, limits.rlim_cur < rlim_t(count) else { return }
        let former = limits.rlim_cur
        limits.rlim_cur = min(rlim_t(count), limits.rlim_max)
        guard limits.rlim_cur >= rlim_t(count), setrlimit(resource, &limits) == 0 else {
            throw StageFailure(
                .unavailable,
                "this process may have only \(former) files open, and needs \(count); raise the limit "
                    + "(ulimit -n, LimitNOFILE)")
        }
    }
}
