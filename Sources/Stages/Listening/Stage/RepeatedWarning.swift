/// A warning that may come with each block of sound: told when it comes first, and then at most once a minute, with how often it came.
struct RepeatedWarning: Sendable {
    /// How long it is not told again.
    static let interval = Duration.seconds(60)

    private var told: ContinuousClock.Instant?
    private var untold = 0

    /// It came once more.
    /// - Returns: How often it came since it was told, this time left out; nil when it is not to be told now.
    mutating func note(at now: ContinuousClock.Instant) -> Int? {
        if let told, now - told < Self.interval {
            untold += 1
            return nil
        }
        defer { (told, untold) = (now, 0) }
        return untold
    }
}
