import SaybusMessages

/// Notices the stages that have stopped beating. Pure: time comes in as microseconds of a steady clock.
struct HeartbeatMonitor: Sendable {
    /// How long a silence means that a stage is gone: three seconds.
    static let patience: Int64 = 3_000_000

    struct Stage: Sendable {
        var status: StageStatus
        var session: Session
        var lastBeat: Int64
    }

    private var stages: [Source: Stage] = [:]
    private let capacity: Int

    init(capacity: Int = 16_384) { self.capacity = capacity }

    mutating func note(_ status: StageStatus, session: Session, now: Int64) {
        guard let owner = Source(role: status.role, instance: status.instance) else { return }
        switch status.state {
        case .stopped, .failed, .lost: stages[owner] = nil
        case .starting, .ready, .standby, .draining:
            guard stages[owner] != nil || stages.count < capacity else { return }
            stages[owner] = Stage(status: status, session: session, lastBeat: now)
        }
    }

    /// The stages that have just been found gone, each once.
    mutating func tick(now: Int64) -> [Stage] {
        let gone = stages.filter { now - $0.value.lastBeat > Self.patience }
        for owner in gone.keys { stages[owner] = nil }
        return gone.values.map { stage in
            var stage = stage
            stage.status.state = .lost
            stage.status.problem = "has not been heard of for \(Self.patience / 1_000_000) seconds"
            return stage
        }.sorted { $0.status.instance < $1.status.instance }
    }
}
