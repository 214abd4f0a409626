import SaybusBus
import SaybusMessages
import Synchronization

/// A record of the messages of a subscription. A test can also wait for a message.
public final class Recorder: Sendable {
    private struct State {
        var messages: [RawMessage] = []
        var waiters: [Int: AsyncStream<RawMessage>.Continuation] = [:]
        var next = 0
    }

    private let state = Mutex(State())
    private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// Begins to record the messages of a subscription.
    public init(_ messages: RawSubscription) {
        let running = Task { [weak self] in
            for await case .message(let message) in messages { self?.add(message) }
        }
        task.withLock { $0 = running }
    }

    deinit { task.withLock { $0?.cancel() } }

    /// The messages so far.
    public var messages: [RawMessage] { state.withLock { $0.messages } }

    /// Returns the bodies of a kind so far.
    public func bodies<Body: BusMessage>(_: Body.Type = Body.self) -> [Body] { all(Body.self).map(\.body) }

    /// Returns the messages of a kind so far.
    public func all<Body: BusMessage>(_: Body.Type = Body.self) -> [Message<Body>] {
        messages.filter { $0.header.kind == Body.kind }.compactMap { try? $0.decode(Body.self) }
    }

    /// Waits for a message of a kind that satisfies a condition; nil after 20 seconds. Messages that have arrived
    /// already count, too.
    public func first<Body: BusMessage>(
        _: Body.Type = Body.self, where fits: @escaping @Sendable (Message<Body>) -> Bool = { _ in true }
    ) async -> Message<Body>? {
        let (stream, continuation) = AsyncStream.makeStream(of: RawMessage.self)
        let id = state.withLock { state in
            for message in state.messages { continuation.yield(message) }
            state.next += 1
            state.waiters[state.next] = continuation
            return state.next
        }
        let limit = Task {
            // The time limit: only a failing test waits this long.
            try? await Task.sleep(for: .seconds(20))
            continuation.finish()
        }
        defer {
            limit.cancel()
            state.withLock { $0.waiters[id] = nil }
        }
        let found = await stream.first { message in
            message.header.kind == Body.kind && (try? message.decode(Body.self)).map(fits) == true
        }
        return try? found?.decode(Body.self)
    }

    private func add(_ message: RawMessage) {
        let waiters = state.withLock { state in
            state.messages.append(message)
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.yield(message) }
    }
}
