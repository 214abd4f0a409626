import SaybusSupport
import Synchronization

/// The gate that lets events of the connection through. A flood of messages is counted here, on the connection's
/// thread, and costs the bus nothing.
final class EventGate: Sendable {
    private struct State {
        var gate: IncomingGate
        var flooded = 0
        /// The bytes of the messages that wait.
        var bytes = 0
    }

    /// The most bytes of messages that wait.
    static let mostBytes = 64 << 20

    private let state: Mutex<State>

    init(perSecond: Int) { state = Mutex(State(gate: IncomingGate(perSecond: perSecond))) }

    /// Returns whether to pass an event on. ``release(_:)`` must follow when it was handled.
    func admits(_ event: MQTTEvent) -> Bool {
        guard case .message(let message) = event else { return true }
        return state.withLock { state in
            // What the broker has kept is a part of each beginning, and not limited by the rate.
            guard state.bytes + message.size <= Self.mostBytes, message.isRetained || state.gate.take(at: .now) else {
                state.flooded += 1
                return false
            }
            state.bytes += message.size
            return true
        }
    }

    /// Makes room for further messages.
    func release(_ event: MQTTEvent) {
        guard case .message(let message) = event else { return }
        state.withLock { $0.bytes -= message.size }
    }

    /// Counts an event that was admitted and found no room.
    func refuse(_ event: MQTTEvent) {
        release(event)
        state.withLock { $0.flooded += 1 }
    }

    /// Returns the number of messages refused since the last call.
    func take() -> Int {
        state.withLock { state in
            defer { state.flooded = 0 }
            return state.flooded
        }
    }
}
