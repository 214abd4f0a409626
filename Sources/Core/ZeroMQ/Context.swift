import CSaybusZeroMQ
import Synchronization

/// A libzmq context: the I/O threads that sockets share.
///
/// Call ``terminate()`` when done; it waits until what was sent has left or the sockets' linger time is over. A context that is
/// dropped without it is terminated on a thread of its own, since waiting has no place in a `deinit`.
public final class Context: Sendable {
    // libzmq's manual: a context is thread-safe and may be shared by any number of threads without locking.
    nonisolated(unsafe) let handle: UnsafeMutableRawPointer
    private let isTerminated = Atomic(false)

    /// A new context.
    /// - Parameter ioThreads: Threads that move bytes; one serves a gigabyte a second.
    public init(ioThreads: Int = 1) throws(ZeroMQError) {
        guard let handle = zmq_ctx_new() else { throw .last("create a context") }
        self.handle = handle
        zmq_ctx_set(handle, ZMQ_IO_THREADS, Int32(clamping: ioThreads))
    }

    /// Makes every call on the context's sockets fail with ``ZeroMQError/Code/terminated``: wakes all that wait.
    public func shutDown() {
        zmq_ctx_shutdown(handle)
    }

    /// Waits for the sockets to be closed and their last messages to leave, then frees the context. Blocks: call it
    /// where blocking is allowed. Later calls do nothing.
    public func terminate() {
        guard !isTerminated.exchange(true, ordering: .acquiringAndReleasing) else { return }
        while zmq_ctx_term(handle) != 0 && zmq_errno() == EINTR {}
    }

    deinit {
        guard !isTerminated.load(ordering: .acquiring) else { return }
        // The handle's only other owner is going away, so the thread is its sole user.
        nonisolated(unsafe) let handle = handle
        WorkerThread.detach(name: "zmq-term") {
            while zmq_ctx_term(handle) != 0 && zmq_errno() == EINTR {}
        }
    }

    /// libzmq's version, such as `4.3.4`.
    public static var libraryVersion: String {
        var version: (Int32, Int32, Int32) = (0, 0, 0)
        zmq_version(&version.0, &version.1, &version.2)
        return "\(version.0).\(version.1).\(version.2)"
    }

    /// Whether libzmq was built with CURVE security.
    public static var hasCurve: Bool { zmq_has("curve") == 1 }
}
