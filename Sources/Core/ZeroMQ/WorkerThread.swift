import CSaybusLinux
import Glibc
import Synchronization

/// A thread that owns sockets. It has a name. All signals are blocked in it, so that another thread of the
/// program handles them.
public final class WorkerThread: Sendable {
    private let thread: pthread_t
    private let isJoined = Atomic(false)

    /// Starts a thread.
    /// - Parameters:
    ///   - name: The name that debuggers and `top -H` show; at most 15 characters are kept.
    ///   - body: The thread's work; the thread ends when it returns.
    public init(name: String, _ body: @escaping @Sendable () -> Void) {
        thread = Self.start(name: name, body)
    }

    /// Waits until the thread has ended. Blocks. Call it from another thread; further calls do nothing.
    public func join() {
        guard !isJoined.exchange(true, ordering: .acquiringAndReleasing) else { return }
        pthread_join(thread, nil)
    }

    deinit {
        if !isJoined.load(ordering: .acquiring) { pthread_detach(thread) }
    }

    /// Starts a thread that no other thread joins.
    public static func detach(name: String, _ body: @escaping @Sendable () -> Void) {
        pthread_detach(start(name: name, body))
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        let name: String
        init(_ name: String, _ run: @escaping @Sendable () -> Void) { (self.name, self.run) = (name, run) }
    }

    private static func start(name: String, _ body: @escaping @Sendable () -> Void) -> pthread_t {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)  // Inherited by the new thread.
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(Body(name, body)).toOpaque()
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                saybus_name_thread(String(body.name.prefix(15)))
                body.run()
                return nil
            }, argument)
        precondition(status == 0, "the system has no thread left (\(status))")
        return thread
    }
}
