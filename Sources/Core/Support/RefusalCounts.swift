/// The numbers of refusals by reason, so that a frequent reason does not keep a new one out of the log. Pure; bounded.
package struct RefusalCounts: Sendable {
    /// The most reasons that are counted by themselves.
    static let maximumReasons = 64

    private var counts: [String: Int] = [:]
    /// The refusals for any further reason.
    private var others = 0

    /// Creates empty counts.
    package init() {}

    /// Records a refusal.
    /// - Returns: The number of refusals for this reason, or for all that are not counted by themselves.
    package mutating func record(_ reason: String) -> Int {
        guard let count = counts[reason] else {
            guard counts.count < Self.maximumReasons else {
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
