import SaybusMessages
import SaybusSupport

/// A choice of the messages that a page is shown when there are more than a browser can draw. Pure.
///
/// Turns are shown whole or not at all, so that each one that is shown has all its stages.
struct Thinner: Sendable {
    /// The number of new turns a second that a page is shown.
    static let turnsPerSecond = 20.0
    /// The number of messages without a turn a second that a page is shown.
    static let othersPerSecond = 100.0

    private var turns = Allowance(perSecond: turnsPerSecond)
    private var others = Allowance(perSecond: othersPerSecond)
    /// Whether a turn is shown, for the newest turns.
    private var choices = GenerationalCache<TurnID, Bool>(capacity: 4096)

    /// Returns whether a message is shown.
    /// - Parameters:
    ///   - turn: The message's turn; nil when it has none.
    ///   - now: The time in seconds.
    mutating func shows(_ turn: TurnID?, at now: Double) -> Bool {
        guard let turn else { return others.take(at: now) }
        if let choice = choices[turn] { return choice }
        let choice = turns.take(at: now)
        choices[turn] = choice
        return choice
    }
}

/// An allowance that is refilled at a steady rate, and holds the amount of one second. Pure.
struct Allowance: Sendable {
    private let rate: Double
    private let most: Double
    private var left: Double
    private var before: Double?

    /// Creates a full allowance.
    /// - Parameters:
    ///   - rate: What a second brings.
    ///   - most: What it holds at most; the same as `rate` when nil.
    init(perSecond rate: Double, atMost most: Double? = nil) {
        (self.rate, self.most) = (rate, most ?? rate)
        left = self.most
    }

    /// Takes an amount; false when it is not there.
    /// - Parameter now: The time in seconds.
    mutating func take(_ amount: Double = 1, at now: Double) -> Bool {
        left = min(most, left + max(0, now - (before ?? now)) * rate)
        before = now
        guard left >= amount else { return false }
        left -= amount
        return true
    }
}
