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
