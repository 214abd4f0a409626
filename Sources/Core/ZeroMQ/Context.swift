import CSaybusZeroMQ
import Synchronization

/// A libzmq context: the I/O threads that sockets share.
///
/// Call ``terminate()`` when done: it waits until sent messages have left or the sockets' linger time is over.
/// A context that is deallocated without it is terminated on a thread of its own, because a `deinit` must not
/// block.
public final class Context: Sendable {
    // libzmq's manual: a context is thread-safe and may be shared by any number of threads without locking.
    nonisolated(unsafe) let handle: UnsafeMutableRawPointer
    private let isTerminated = Atomic(false)

    /// Creates a context.
    /// - Parameter ioThreads: The number of threads that move bytes. One thread moves about a gigabyte a
    ///   second.
    public init(ioThreads: Int = 1) throws(ZeroMQError) {
        guard let handle = zmq_ctx_new() else { throw .last("create a context") }
        self.handle = handle
        zmq_ctx_set(handle, ZMQ_IO_THREADS, Int32(clamping: ioThreads))
    }

    /// Makes every call on the context's sockets fail with ``ZeroMQError/Code/terminated``, which wakes blocked
    /// threads. Tests end a bus by it as a crash of its context would.
    package func shutDown() {
        zmq_ctx_shutdown(handle)
    }

    /// Waits until the sockets are closed and their last messages have left, then frees the context. Blocks:
    /// call it where blocking is allowed. Further calls do nothing.
    public func terminate() {
        guard !isTerminated.exchange(true, ordering: .acquiringAndReleasing) else { return }
        while zmq_ctx_term(handle) != 0 && zmq_errno() == EINTR {}
    }

    deinit {
        guard !isTerminated.load(ordering: .acquiring) else { return }
        // The context is being deallocated, so the thread is the handle's only user.
        nonisolated(unsafe) let handle = handle
        WorkerThread.detach(name: "zmq-term") {
            while zmq_ctx_term(handle) != 0 && zmq_errno() == EINTR {}
        }
    }
}
