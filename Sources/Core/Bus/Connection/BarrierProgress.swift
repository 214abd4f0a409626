/// The progress of the barrier that confirms the subscriptions of this process. Pure: time is passed in as microseconds
/// of a steady clock.
struct BarrierProgress: Sendable, Equatable {
    private enum Phase: Sendable, Equatable {
        /// No barrier is under way, and none has returned on the current topic.
        case idle
        /// A barrier is asked for, whose topic is not subscribed to yet.
        case requested
        /// Attempts are published until one returns.
        case underWay(nextAttempt: Int, due: Int64)
        /// An attempt has returned, so another barrier on its topic returns, too.
        case returned
    }

    /// Microseconds between two attempts.
    static let interval: Int64 = 10_000

    private var phase = Phase.idle

    var isRequested: Bool { phase == .requested }
    var isUnderWay: Bool { due != nil }
    var hasReturned: Bool { phase == .returned }

    /// The time of the next attempt; nil when no barrier is under way.
    var due: Int64? { if case .underWay(_, let due) = phase { due } else { nil } }

    /// Asks for a barrier on a new topic; ``begin()`` must follow.
    mutating func request() { phase = .requested }

    /// Begins a barrier, whose first attempt is due at once.
    mutating func begin() { phase = .underWay(nextAttempt: 0, due: 0) }

    /// Returns the number of the attempt to publish now.
    mutating func nextAttempt(now: Int64) -> Int {
        guard case .underWay(let attempt, _) = phase else { return 0 }
        phase = .underWay(nextAttempt: attempt + 1, due: now + Self.interval)
        return attempt
    }

    /// Records that an attempt has returned.
    /// - Returns: False when another attempt had returned before, or nobody waits for one.
    mutating func complete() -> Bool {
        guard isUnderWay else { return false }
        phase = .returned
        return true
    }

    /// Publishes no more attempts, because nobody waits for their return.
    mutating func abandon() { if isUnderWay { phase = .idle } }
}
