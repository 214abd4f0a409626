import Synchronization

/// An event of a connection that waits in a ``ConnectionEventQueue``.
public protocol QueuedConnectionEvent: Sendable {
    /// The bytes that a peer's message keeps while it waits; nil for an event that must not be left out, such as the
    /// end of the connection.
    var waitingBytes: Int? { get }
}

/// A queue of a connection's events, from its thread to one task.
///
/// The waiting messages are bounded in number and bytes. One that finds no room is refused and counted on the
/// connection's thread, so that a flood costs nobody else anything.
public final class ConnectionEventQueue<Event: QueuedConnectionEvent>: Sendable {
    private struct State {
        var messages = 0
        var bytes = 0
        var refused = 0
    }

    private let maximumMessages: Int
    private let maximumBytes: Int
    private let state = Mutex(State())
    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    /// Creates a queue with limits of its waiting messages and their bytes.
    public init(maximumMessages: Int, maximumBytes: Int) {
        (self.maximumMessages, self.maximumBytes) = (maximumMessages, maximumBytes)
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// Adds an event, or refuses it.
    public func add(_ event: Event) {
        let isAdmitted = state.withLock { state in
            guard let bytes = event.waitingBytes else { return true }
            guard state.messages < maximumMessages, state.bytes + bytes <= maximumBytes else {
                state.refused += 1
                return false
            }
            state.messages += 1
            state.bytes += bytes
            return true
        }
        if isAdmitted { continuation.yield(event) }
    }

    /// Counts a message that its receiver refuses before it is added.
    public func refuse() { state.withLock { $0.refused += 1 } }

    /// Calls a closure with the events one after the other, until the task is cancelled. An event has its room until
    /// the closure returns.
    public func forEach(_ body: (Event) async -> Void) async {
        for await event in events {
            await body(event)
            guard let bytes = event.waitingBytes else { continue }
            state.withLock { state in
                state.messages -= 1
                state.bytes -= bytes
            }
        }
    }

    /// Returns the number of messages refused since the last call.
    public func takeRefused() -> Int {
        state.withLock { state in
            defer { state.refused = 0 }
            return state.refused
        }
    }
}
