import SaybusMessages

/// The messages of one kind, in the order in which they arrive.
///
/// The buffer is bounded, in messages and to 64 MiB: when it is full, the newest message is dropped and counted as
/// `dropped`. A message whose body does not match its kind is skipped and counted as `malformed`; if this process has
/// to answer it, it is refused. The sequence ends when the bus is closed or the task is cancelled. Use one iterator at
/// a time.
public struct Subscription<Body: BusMessage>: AsyncSequence, Sendable {
    /// A message with its decoded body.
    public typealias Element = Message<Body>

    let stream: RawSubscription
    let shared: BusShared

    /// An iterator over the messages.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var iterator: RawSubscription.AsyncIterator
        let shared: BusShared

        /// Returns the next message; nil at the end.
        public mutating func next() async throws -> Message<Body>? {
            while let received = await iterator.next() {
                guard case .message(let raw) = received else { continue }
                do {
                    return try raw.decode(Body.self)
                } catch {
                    shared.handleUnreadable(raw, error)
                }
            }
            return nil
        }
    }

    /// Returns an iterator; use one at a time.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(iterator: stream.makeAsyncIterator(), shared: shared)
    }
}

/// The messages of several kinds, in the order in which they arrive, with undecoded bodies.
///
/// The buffer is bounded as that of a ``Subscription``. A subscription to everything also yields malformed frames.
public struct RawSubscription: AsyncSequence, Sendable {
    /// A message, or the reason why frames are malformed.
    public typealias Element = Received

    let stream: AsyncStream<Received>
    let backlog: Backlog
    let finish: @Sendable () -> Void

    /// The number of messages that wait for the reader.
    public var waitingCount: Int { backlog.count }

    /// Ends the sequence at once, on any thread: messages that wait for the reader are not returned.
    ///
    /// A stage ends its subscription at a graceful shutdown:
    ///
    /// ```swift
    /// await withGracefulShutdownHandler {
    ///     for await received in messages { … }
    /// } onGracefulShutdown: {
    ///     messages.end()
    /// }
    /// ```
    ///
    /// A sequence with `cancelOnGracefulShutdown()` ends in the same way, but passes each message through two more
    /// tasks.
    public func end() {
        backlog.end()
        finish()
    }

    /// An iterator over the messages.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var iterator: AsyncStream<Received>.AsyncIterator
        let backlog: Backlog
        /// Reading never fails.
        public typealias Failure = Never

        /// Returns the next message; nil at the end.
        public mutating func next() async -> Received? { await next(isolation: nil) }

        /// Returns the next message, on the caller's actor; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Received? {
            guard !backlog.isEnded, let received = await iterator.next(isolation: actor), !backlog.isEnded else {
                return nil
            }
            backlog.subtract(received.size)
            return received
        }
    }

    /// Returns an iterator; use one at a time.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(iterator: stream.makeAsyncIterator(), backlog: backlog)
    }
}
