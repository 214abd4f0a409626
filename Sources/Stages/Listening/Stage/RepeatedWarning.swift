/// A limiter for a warning that may occur with each block. The warning is logged the first time, and then at most
/// once a minute with the number of occurrences.
struct RepeatedWarning: Sendable {
    /// The shortest time between two warnings.
    static let interval = Duration.seconds(60)

    private var last: ContinuousClock.Instant?
    private var suppressed = 0

    /// Records an occurrence.
    /// - Returns: When a warning is due, the number of occurrences since the last one; nil otherwise.
    mutating func record(at now: ContinuousClock.Instant) -> Int? {
        if let last, now - last < Self.interval {
            suppressed += 1
            return nil
        }
        defer { (last, suppressed) = (now, 0) }
        return suppressed
    }
}
