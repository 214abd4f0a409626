/// A limit of an amount a second (a token bucket): some of it may come at once, and then it is refilled at a steady
/// rate. Pure.
package struct RateLimit: Sendable {
    private let perSecond: Double
    private let most: Double
    private var left: Double
    private var refilled: ContinuousClock.Instant?

    /// Creates a limit of which nothing is used.
    /// - Parameters:
    ///   - perSecond: The amount that a second brings.
    ///   - most: The most that may come at once; nil for the amount of a second.
    package init(perSecond: Double, atMost most: Double? = nil) {
        (self.perSecond, self.most) = (perSecond, most ?? perSecond)
        left = self.most
    }

    /// Takes an amount.
    /// - Returns: False when so much is not left; nothing is taken then.
    package mutating func take(_ amount: Double = 1, at now: ContinuousClock.Instant) -> Bool {
        let passed = refilled.map { (now - $0) / .seconds(1) } ?? 0
        left = min(most, left + max(0, passed) * perSecond)
        refilled = now
        guard left >= amount else { return false }
        left -= amount
        return true
    }
}
