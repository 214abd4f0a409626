import SaybusMessages

/// The programs of a pipeline that are lost to the bus although their processes run. Pure.
struct FrozenPrograms: Sendable {
    /// The time for which a program may be lost: longer than a busy machine makes programs wait.
    static let timeout = Duration.seconds(20)
    /// The time between two updates after which all times begin anew: this process, or the whole machine, stood still.
    static let maximumPause = Duration.seconds(5)

    /// The processes that have been at work.
    private var proven: Set<Int> = []
    /// The times since which programs are lost, by their process ids.
    private var since: [Int: ContinuousClock.Instant] = [:]
    private var updated: ContinuousClock.Instant?

    /// Applies the state of the programs.
    ///
    /// A program counts if its status is that of its role, its instance and its process: the ids of processes on other
    /// machines mean nothing here. A program with an app may have any role, and a broker has an instance of its own.
    /// One that has never been ready may take its time, to load a model for instance.
    /// - Parameters:
    ///   - isSilent: Whether the bus is silent, because its broker hangs: then no program can be told to be lost.
    ///   - now: The time.
    /// - Returns: Those that have been lost for so long that they are to be killed, each once.
    mutating func update(
        _ stages: [ExpectedStage], isSilent: Bool = false, at now: ContinuousClock.Instant
    ) -> [StageStatus] {
        if let updated, now - updated > Self.maximumPause { since = [:] }
        updated = now
        let own = stages.compactMap { stage -> StageStatus? in
            let role = stage.program.role
            guard stage.program.state == .running, var status = stage.status, status.pid == stage.program.pid,
                role == .app
                    || [role, role.shadow].contains(status.role)
                        && (role == .broker || status.instance == stage.program.instance)
            else { return nil }
            if isSilent, role == .broker { status.state = .lost }
            return status
        }
        proven.formIntersection(own.map(\.pid))
        proven.formUnion(own.filter { $0.state == .ready || $0.state == .standby }.map(\.pid))
        let lost = own.filter { $0.state == .lost && proven.contains($0.pid) }
        let ids = Set(lost.map(\.pid))
        since = since.filter { ids.contains($0.key) }
        return lost.filter { status in
            let start = since[status.pid] ?? now
            let isDue = now - start >= Self.timeout
            // After a kill the time begins anew, in case that the status outlives its process.
            since[status.pid] = isDue ? now : start
            return isDue
        }
    }
}
