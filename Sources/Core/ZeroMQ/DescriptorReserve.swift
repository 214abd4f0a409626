import CSaybusLinux
import Glibc
import Synchronization

/// The file descriptors of this process: a higher limit, and a reserve that connections do not use up.
///
/// libzmq 4.3 ends the whole program when `accept4(2)` finds no descriptor for a connection over ipc. So this
/// module defines `accept4`, in place of the C library's: it closes a connection that would take one of the
/// last descriptors. The client tries again later.
public enum DescriptorReserve {
    /// The number of descriptors that stay free for files.
    public static let size = 16

    private static let refusals = Atomic(0)

    /// The number of connections that were closed because of the limit, since the start of the process.
    public static var refusedConnections: Int { refusals.load(ordering: .relaxed) }

    /// The most descriptors that this process may have open.
    public static var limit: Int {
        var limits = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else { return .max }
        return Int(clamping: limits.rlim_cur)
    }

    /// Raises the limit as far as the process may: from the usual 1024 to the hard limit.
    public static func raiseLimit() {
        var limits = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limits) == 0, limits.rlim_cur < limits.rlim_max else { return }
        limits.rlim_cur = limits.rlim_max
        setrlimit(resource, &limits)
    }

    fileprivate static func accept(
        _ socket: Int32, _ address: UnsafeMutableRawPointer?, _ length: UnsafeMutableRawPointer?, _ flags: Int32
    ) -> Int32 {
        let connection = saybus_accept4(socket, address, length, flags)
        if connection < 0 {
            // libzmq aborts on EMFILE when it accepts ipc connections, but handles ENFILE, the same shortage in the
            // whole system.
            if errno == EMFILE { errno = ENFILE }
            return -1
        }
        guard Int(connection) >= limit - size else { return connection }
        close(connection)
        refusals.add(1, ordering: .relaxed)
        errno = ECONNABORTED
        return -1
    }
}

#if arch(arm64)
    /// Replaces the C library's function in every program that contains this module. The name has the version
    /// with which libzmq asks for it, so that linkers export it.
    @_cdecl("accept4@GLIBC_2.17")
    func acceptLeavingReserve(
        _ socket: Int32, _ address: UnsafeMutableRawPointer?, _ length: UnsafeMutableRawPointer?, _ flags: Int32
    ) -> Int32 {
        DescriptorReserve.accept(socket, address, length, flags)
    }
#else
    /// Replaces the C library's function in every program that contains this module. The name has the version
    /// with which libzmq asks for it, so that linkers export it.
    @_cdecl("accept4@GLIBC_2.10")
    func acceptLeavingReserve(
        _ socket: Int32, _ address: UnsafeMutableRawPointer?, _ length: UnsafeMutableRawPointer?, _ flags: Int32
    ) -> Int32 {
        DescriptorReserve.accept(socket, address, length, flags)
    }
#endif
