import SaybusMessages

/// Who was there before the bus went away and has not been heard of since it came back. Pure: time comes in as microseconds of a steady clock.
///
/// A broker that was started anew knows nothing of a stage that ended together with the one before, and so never says that it is lost.
struct RejoinMonitor: Sendable {
    /// How long a stage has to be heard of: longer than one that was frozen is waited for.
    static let patience: Int64 = 4_000_000

    /// When those who have not been heard of are lost.
    let due: Int64
    private var missing: [Source: StageStatus]

    /// Begins when the bus is back; nil when there is nobody to wait for.
    init?(_ presence: Presence, now: Int64) {
        missing = presence.members.compactMapValues { $0.status.state.isGone ? nil : $0.status }
        guard !missing.isEmpty else { return nil }
        due = now + Self.patience
    }

    /// A status has come, of its own or of the broker's making.
    mutating func heard(of status: StageStatus) {
        if let source = Source(role: status.role, instance: status.instance) { missing[source] = nil }
    }

    /// The stages that have not come back, as lost.
    var lost: [StageStatus] {
        missing.values.map { status in
            var status = status
            status.state = .lost
            status.problem = "has not come back with the bus within \(Self.patience / 1_000_000) seconds"
            return status
        }.sorted { ($0.role, $0.instance) < ($1.role, $1.instance) }
    }
}
