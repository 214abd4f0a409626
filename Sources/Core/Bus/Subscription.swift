import SaybusMessages

/// The messages of one kind, as they come.
///
/// The buffer is bounded: when it is full, the newest message is dropped and counted as `dropped`. A body that is not as its kind says is
/// counted as `malformed` and passed over. The sequence ends when the bus is closed or the task is cancelled. One iterator at a time.
public struct Subscription<Body: BusMessage>: AsyncSequence, Sendable {
    /// One message.
    public typealias Element = Message<Body>

    let stream: RawSubscription
    let shared: BusShared

    /// Reads the messages one after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var iterator: RawSubscription.AsyncIterator
        let shared: BusShared

        /// The next message; nil at the end.
        public mutating func next() async throws -> Message<Body>? {
            while let received = await iterator.next() {
                guard case .message(let raw) = received else { continue }
                do {
                    return try raw.decode(Body.self)
                } catch {
                    shared.countMalformed(error)
                }
            }
            return nil
        }
    }

    /// Starts reading.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(iterator: stream.makeAsyncIterator(), shared: shared)
    }
}

/// The messages of several kinds in the order in which they came, their bodies unread; also what was no message, if asked for.
public struct RawSubscription: AsyncSequence, Sendable {
    /// A message, or why frames were none.
    public typealias Element = Received

    let stream: AsyncStream<Received>
    let backlog: Backlog

    /// Reads the messages one after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var iterator: AsyncStream<Received>.AsyncIterator
        let backlog: Backlog
        /// Nothing goes wrong.
        public typealias Failure = Never

        /// The next message; nil at the end.
        public mutating func next() async -> Received? { await next(isolation: nil) }

        /// The next message; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Received? {
            guard let received = await iterator.next(isolation: actor) else { return nil }
            backlog.take()
            return received
        }
    }

    /// Starts reading.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(iterator: stream.makeAsyncIterator(), backlog: backlog)
    }
}
