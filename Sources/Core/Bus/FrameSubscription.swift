/// The frames of everything that is received, unchanged, in the order in which they arrive.
public struct FrameSubscription: AsyncSequence, Sendable {
    /// The frames of one message as they came, valid or not.
    public typealias Element = [[UInt8]]

    let stream: AsyncStream<[[UInt8]]>
    let backlog: Backlog

    static func size(of frames: [[UInt8]]) -> Int { frames.reduce(0) { $0 + $1.count } }

    /// An iterator over the messages.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var iterator: AsyncStream<[[UInt8]]>.AsyncIterator
        let backlog: Backlog
        /// Reading never fails.
        public typealias Failure = Never

        /// Returns the frames of the next message; nil at the end.
        public mutating func next() async -> [[UInt8]]? { await next(isolation: nil) }

        /// Returns the frames of the next message, on the caller's actor; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> [[UInt8]]? {
            guard let frames = await iterator.next(isolation: actor) else { return nil }
            backlog.subtract(FrameSubscription.size(of: frames))
            return frames
        }
    }

    /// Returns an iterator; use one at a time.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(iterator: stream.makeAsyncIterator(), backlog: backlog)
    }
}
