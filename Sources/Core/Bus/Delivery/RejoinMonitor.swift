import SaybusMessages

/// The stages that were on the bus before a connection was lost, and have published no status since the
/// reconnection. Pure: time is passed in as microseconds of a steady clock.
///
/// A new broker knows nothing of a stage that ended together with the old broker, and so never reports the
/// stage as lost.
struct RejoinMonitor: Sendable {
    /// Microseconds that a stage has to publish a status: longer than the broker waits for a frozen one.
    static let timeout: Int64 = 4_000_000

    /// The time at which the stages that have published no status count as lost.
    let due: Int64
    private var missing: [Source: StageStatus]

    /// Creates a monitor after a reconnection; nil when there is no stage to wait for.
    init?(_ presence: Presence, now: Int64) {
        missing = presence.members.compactMapValues { $0.status.state.isGone ? nil : $0.status }
        guard !missing.isEmpty else { return nil }
        due = now + Self.timeout
    }

    /// Records a status of a stage, published by the stage itself or by the broker on its behalf.
    mutating func receive(_ status: StageStatus) {
        if let source = Source(role: status.role, instance: status.instance) { missing[source] = nil }
    }

    /// The statuses of the stages that have published none, in the state `lost`.
    var lost: [StageStatus] {
        missing.values.map { status in
            var status = status
            status.state = .lost
            status.problem = "has not come back with the bus within \(Self.timeout / 1_000_000) seconds"
            return status
        }.sorted { ($0.role, $0.instance) < ($1.role, $1.instance) }
    }
}
