import Synchronization

/// The spans that wait to be exported. Bounded: further spans are counted and dropped.
public final class SpanQueue: Sendable {
    /// The most spans that wait.
    static let capacity = 2048
    /// The most spans of one request.
    static let batch = 512

    /// The numbers of spans since the start.
    public struct Counts: Sendable, Equatable {
        /// Spans that a collector has taken.
        public var exported = 0
        /// Spans that were lost: there was no room, or no collector took them.
        public var dropped = 0
    }

    private struct State {
        var spans: [FinishedSpan] = []
        var counts = Counts()
        var problem: String?
    }

    private let state = Mutex(State())

    /// Creates an empty queue.
    public init() {}

    /// Adds a span. Never waits.
    public func add(_ span: FinishedSpan) {
        state.withLock { state in
            if state.spans.count < Self.capacity { state.spans.append(span) } else { state.counts.dropped += 1 }
        }
    }

    /// The numbers so far.
    public var counts: Counts { state.withLock { $0.counts } }

    /// The number of spans that wait.
    public var count: Int { state.withLock { $0.spans.count } }

    /// The reason why spans are not exported, as a sentence; nil when they are.
    public var problem: String? { state.withLock { $0.problem } }

    /// Removes and returns the oldest spans for one request.
    func take() -> [FinishedSpan] {
        state.withLock { state in
            let batch = Array(state.spans.prefix(Self.batch))
            state.spans.removeFirst(batch.count)
            return batch
        }
    }

    /// Records that a collector has taken spans.
    func exported(_ count: Int) {
        state.withLock { state in
            state.counts.exported += count
            state.problem = nil
        }
    }

    /// Records that no collector has taken spans, which are lost.
    /// - Returns: Whether this is the first failure after a success.
    @discardableResult
    func failed(_ count: Int, _ problem: String) -> Bool {
        state.withLock { state in
            state.counts.dropped += count
            defer { state.problem = problem }
            return state.problem == nil
        }
    }
}
