/// The changes that each publisher may still make: a number at once, and then a rate. Pure; bounded.
struct ChangeAllowance: Sendable {
    /// The most publishers that are remembered. All others have their full allowance.
    static let capacity = 1024

    private struct Rest {
        var changes: Double
        var at: ContinuousClock.Instant
    }

    private let most: Double
    private let perSecond: Double
    private var rests: [String: Rest] = [:]

    init(most: Int, perSecond: Double) { (self.most, self.perSecond) = (Double(most), perSecond) }

    /// Takes one change from a publisher's allowance.
    /// - Returns: False when nothing is left of it.
    mutating func take(from publisher: String, at now: ContinuousClock.Instant) -> Bool {
        var rest = rests[publisher] ?? Rest(changes: most, at: now)
        rest.changes = min(most, rest.changes + max(0, (now - rest.at) / .seconds(1)) * perSecond)
        rest.at = now
        let isLeft = rest.changes >= 1
        if isLeft { rest.changes -= 1 }
        rests[publisher] = rest
        if rests.count > Self.capacity { forgetOldest() }
        return isLeft
    }

    private mutating func forgetOldest() {
        if let oldest = rests.min(by: { $0.value.at < $1.value.at }) { rests[oldest.key] = nil }
    }
}
