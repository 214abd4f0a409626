import SaybusMessages

/// Counts the holes in the broker's own numbers: what it has passed on and what has not come here. Pure.
struct OffsetTracker: Sendable {
    private var epoch: UInt32?
    private var newest: UInt64 = 0
    private var newestAt: Int64 = .min
    private var missing = 0

    /// Takes note of a message.
    /// - Returns: How many have been missing so far.
    mutating func record(_ message: RawMessage) -> Int {
        guard let stamp = message.stamp else { return missing }
        if stamp.epoch != epoch {
            // Retained messages carry the stamps of brokers that are gone.
            guard stamp.at > newestAt, epoch == nil || !message.header.retain else { return missing }
            (epoch, newest, newestAt) = (stamp.epoch, stamp.offset, stamp.at)
            return missing
        }
        guard stamp.offset > newest else { return missing }
        let gap = Int(clamping: stamp.offset - newest - 1)
        missing = missing.addingReportingOverflow(gap).overflow ? .max : missing + gap
        (newest, newestAt) = (stamp.offset, stamp.at)
        return missing
    }
}
