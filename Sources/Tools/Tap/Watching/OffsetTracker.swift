import SaybusMessages

/// A counter of the gaps in the broker's stamp offsets: messages that the broker forwarded and this tap did not
/// receive. Pure.
struct OffsetTracker: Sendable {
    private var epoch: UInt32?
    private var newest: UInt64 = 0
    private var newestAt: Int64 = .min
    private var missing = 0

    /// Records a message.
    /// - Returns: The number of missing messages so far.
    mutating func record(_ message: RawMessage) -> Int {
        guard let stamp = message.stamp else { return missing }
        return record(stamp, isRetained: message.header.retain)
    }

    /// Records the stamp of frames that cannot be read otherwise.
    mutating func record(_ stamp: Stamp, isRetained: Bool = false) -> Int {
        if stamp.epoch != epoch {
            // A retained message may carry the stamp of an earlier broker process.
            guard stamp.at > newestAt, epoch == nil || !isRetained else { return missing }
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
