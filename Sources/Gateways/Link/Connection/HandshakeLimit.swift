import Glibc
import Synchronization

/// The limit of the time in which a NATS server must let this program in.
///
/// libnats 3.4 has none for a server that greets and then says nothing: it waits for ever, after its own timeout
/// busily, and holds a lock that all other calls on the connection need. Its socket is shut down, so that it tries
/// again, or gives up.
final class HandshakeLimit: Sendable {
    /// The time that a server has.
    static let timeout = Duration.seconds(5)
    /// The reason why a connection was cut.
    static let reason = "the server accepts connections, but does not let this site in, and gives no reason"

    /// The calls of libnats that may wait.
    enum Wait: Sendable {
        /// The first connection of a client.
        case connecting
        /// The connections that libnats makes again by itself.
        case reconnecting
    }

    private struct State {
        var ports: Set<UInt16> = []
        var waits: Set<Wait> = []
        /// The sockets, with the times at which they were seen first.
        var sockets: [UInt64: ContinuousClock.Instant] = [:]
        var clock: Task<Void, Never>?
        var isLate = false
        var isEnding = false
    }

    private let timeout: Duration
    private let onLate: @Sendable () -> Void
    private let state = Mutex(State())

    /// Creates a limit.
    /// - Parameters:
    ///   - timeout: The time that a server has.
    ///   - onLate: A closure that is called before a connection that libnats makes again is cut for this reason.
    init(timeout: Duration = HandshakeLimit.timeout, onLate: @escaping @Sendable () -> Void) {
        (self.timeout, self.onLate) = (timeout, onLate)
    }

    /// Adds the ports of servers, by which their sockets are recognized.
    func add(_ ports: [UInt16]) { state.withLock { $0.ports.formUnion(ports) } }

    /// Begins to look at the sockets.
    func begin(_ wait: Wait) {
        state.withLock { state in
            state.waits.insert(wait)
            guard state.clock == nil else { return }
            (state.sockets, state.isLate) = ([:], false)
            // A clock; nothing waits for it.
            let pause = min(Duration.milliseconds(250), timeout / 2)
            state.clock = Task { [weak self] in
                while (try? await Task.sleep(for: pause)) != nil { self?.look() }
            }
        }
    }

    /// Ends ``begin(_:)``, since the connection works or is closed.
    /// - Returns: Whether a connection was cut meanwhile.
    @discardableResult
    func end(_ wait: Wait) -> Bool {
        state.withLock { state in
            state.waits.remove(wait)
            guard state.waits.isEmpty else { return state.isLate }
            state.clock?.cancel()
            state.clock = nil
            return state.isLate
        }
    }

    /// Leaves servers no more time, because the program ends.
    func abort() {
        state.withLock { $0.isEnding = true }
        look()
    }

    private func look() {
        let now = ContinuousClock.now
        let before = state.withLock { $0 }
        guard !before.waits.isEmpty else { return }
        var sockets: [UInt64: ContinuousClock.Instant] = [:]
        let isTold = before.waits.contains(.reconnecting) && !before.isEnding
        ServerSockets.visit(before.ports) { number, descriptor in
            let seen = before.sockets[number] ?? now
            sockets[number] = seen
            guard before.isEnding || now - seen >= timeout else { return }
            // Both first: the next event and the end of libnats's call follow at once.
            if !before.isEnding { state.withLock { $0.isLate = true } }
            if isTold { onLate() }
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
        state.withLock { $0.sockets = sockets }
    }
}
