import SaybusMessages
import SaybusSupport

/// A choice of the messages that a page is shown when there are more than a browser can draw. Pure.
///
/// Turns are shown whole or not at all, so that each one that is shown has all its stages.
struct MessageSampler: Sendable {
    /// The number of new turns a second that a page is shown.
    static let turnsPerSecond = 20.0
    /// The number of messages without a turn a second that a page is shown.
    static let othersPerSecond = 100.0

    private var turns = RateLimit(perSecond: turnsPerSecond)
    private var others = RateLimit(perSecond: othersPerSecond)
    /// Whether a turn is shown, for the newest turns.
    private var choices = GenerationalCache<TurnID, Bool>(capacity: 4096)

    /// Returns whether a message is shown.
    /// - Parameters:
    ///   - turn: The message's turn; nil when it has none.
    ///   - now: The time.
    mutating func shows(_ turn: TurnID?, at now: ContinuousClock.Instant) -> Bool {
        guard let turn else { return others.take(at: now) }
        if let choice = choices[turn] { return choice }
        let choice = turns.take(at: now)
        choices[turn] = choice
        return choice
    }
}
