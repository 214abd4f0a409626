import Synchronization

/// The bound of the events that wait to be handled, in messages and bytes. What finds no room is counted here, on the
/// connection's thread; a message of a stream comes again, since it is not acknowledged.
final class LineGate: Sendable {
    private struct State {
        var bytes = 0
        var overflowing = 0
    }

    /// The most bytes of messages that wait.
    static let mostBytes = 32 << 20
    /// The most events that wait.
    static let mostEvents = 16_384

    private let state = Mutex(State())

    init() {}

    /// Returns whether to pass an event on. ``release(_:)`` must follow when it was handled.
    func admits(_ event: LineEvent) -> Bool {
        guard case .message(let message) = event else { return true }
        return state.withLock { state in
            guard state.bytes + message.size <= Self.mostBytes else {
                state.overflowing += 1
                return false
            }
            state.bytes += message.size
            return true
        }
    }

    /// Makes room for further messages.
    func release(_ event: LineEvent) {
        guard case .message(let message) = event else { return }
        state.withLock { $0.bytes -= message.size }
    }

    /// Counts an event that was admitted and found no room.
    func overflow(_ event: LineEvent) {
        release(event)
        state.withLock { $0.overflowing += 1 }
    }

    /// Returns the number of messages without room since the last call.
    func takeOverflowing() -> Int {
        state.withLock { state in
            defer { state.overflowing = 0 }
            return state.overflowing
        }
    }
}
