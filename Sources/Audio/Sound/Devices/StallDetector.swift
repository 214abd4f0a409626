/// A detector of a device that has stopped giving samples without reporting an error.
///
/// It counts checks and not time, so that devices do not seem stalled after the machine was suspended.
struct StallDetector: Sendable {
    /// The number of checks in a row without a new sample after which the device counts as stalled.
    let limit: Int
    private var received = 0
    private var looks = 0

    init(limit: Int) { self.limit = limit }

    /// Makes a check, with the number of samples received in all.
    /// - Returns: Whether the device has stalled.
    mutating func observe(received count: Int) -> Bool {
        looks = count == received ? looks + 1 : 0
        received = count
        return looks >= limit
    }
}
