/// The numbers of refused messages by reason, so that a frequent reason does not keep a new one out of the log. Pure;
/// bounded.
struct RefusalCounts: Sendable {
    /// The most reasons that are counted by themselves.
    static let mostReasons = 64

    private var counts: [String: Int] = [:]
    /// The messages refused for any further reason.
    private var others = 0

    /// Records a refused message.
    /// - Returns: The number of messages refused for this reason, or for all that are not counted by themselves.
    mutating func record(_ reason: String) -> Int {
        guard let count = counts[reason] else {
            guard counts.count < Self.mostReasons else {
                others += 1
                return others
            }
            counts[reason] = 1
            return 1
        }
        counts[reason] = count + 1
        return count + 1
    }
}
