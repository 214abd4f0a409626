import SaybusMessages

/// A detector of stages whose heartbeats have stopped. Pure: time is passed in as microseconds of a steady
/// clock.
struct HeartbeatMonitor: Sendable {
    /// Microseconds of silence after which a stage counts as lost: three seconds.
    static let timeout: Int64 = 3_000_000

    struct Stage: Sendable {
        var status: StageStatus
        var session: Session
        var lastBeat: Int64
        /// The user of the key with which the status came; nil on a bus without keys.
        var user: String?
        /// The run of the program that published the status.
        var run: UInt32?
        /// The run before.
        var formerRun: UInt32?
        /// The number of times that a former run has published again. One that was replaced by a restart never does.
        var returns = 0
    }

    /// The number of times that a former run publishes again from which two programs have one name. A program that ends
    /// while its successor starts may do so once or twice.
    static let minimumReturns = 3

    /// The longest time between two ticks, in microseconds, that counts as silence of the stages. When more has passed,
    /// the broker itself stood still, and has not read yet what the stages sent meanwhile.
    static let maximumTickInterval: Int64 = 1_500_000

    private var stages: [Source: Stage] = [:]
    private var lastTick: Int64?
    /// The number of times that a stage got another owner, or none.
    private(set) var ownerChanges = 0
    private let capacity: Int
    private var namesake: Source?

    init(capacity: Int = 16_384) { self.capacity = capacity }

    /// Records a status as a heartbeat. A stage that has stopped is no longer monitored, unless another program of the
    /// same name has published since.
    /// - Returns: False when there is no room for another stage, whose loss would therefore not be noticed.
    @discardableResult
    mutating func update(_ status: StageStatus, session: Session, now: Int64, user: String? = nil, run: UInt32? = nil)
        -> Bool
    {
        guard let owner = Source(role: status.role, instance: status.instance) else { return true }
        let former = stages[owner]?.user
        defer { if stages[owner]?.user != former { ownerChanges += 1 } }
        switch status.state {
        case .stopped, .failed, .lost:
            // The end of a former program says nothing of the one that has its name now.
            if let run, let known = stages[owner]?.run, known != run { return true }
            stages[owner] = nil
        case .starting, .ready, .standby, .draining:
            guard stages[owner] != nil || stages.count < capacity else { return false }
            var stage = Stage(status: status, session: session, lastBeat: now, user: user, run: run)
            if let before = stages[owner] {
                (stage.formerRun, stage.returns) = (before.formerRun, before.returns)
                if run != before.run {
                    if let run, run == before.formerRun { stage.returns += 1 }
                    stage.formerRun = before.run
                    if stage.returns >= Self.minimumReturns { namesake = owner }
                }
            }
            stages[owner] = stage
        }
        return true
    }

    /// Removes and returns the source under which two programs publish by turns; nil when there is none since the last
    /// call.
    mutating func takeNamesake() -> Source? {
        defer { namesake = nil }
        return namesake
    }

    /// Removes the owner of a user's stages until their next heartbeat, because the user's key has changed.
    mutating func disown(_ user: String) {
        ownerChanges += 1
        for source in stages.keys where stages[source]?.user == user { stages[source]?.user = nil }
    }

    /// Returns the user whose stage is present under a source; nil when none is, and on a bus without keys.
    func owner(of source: Source) -> String? { stages[source]?.user }

    /// Removes and returns the stages that have been silent for too long, in the state `lost`.
    mutating func tick(now: Int64) -> [Stage] {
        let time = lastTick.map { now - $0 } ?? 0
        lastTick = now
        if time > Self.maximumTickInterval {
            for (owner, stage) in stages { stages[owner]?.lastBeat = min(now, stage.lastBeat + time) }
        }
        let gone = stages.filter { now - $0.value.lastBeat > Self.timeout }
        for owner in gone.keys { stages[owner] = nil }
        if !gone.isEmpty { ownerChanges += 1 }
        return gone.values.map { stage in
            var stage = stage
            stage.status.state = .lost
            stage.status.problem = "has not been heard of for \(Self.timeout / 1_000_000) seconds"
            return stage
        }.sorted { $0.status.instance < $1.status.instance }
    }
}
