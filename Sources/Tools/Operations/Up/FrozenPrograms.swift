import SaybusMessages

/// The programs of a pipeline that are lost to the bus although their processes run. Pure.
struct FrozenPrograms: Sendable {
    /// The time for which a program may be lost: longer than a busy machine makes programs wait.
    static let patience = Duration.seconds(20)

    /// The times since which programs are lost, by their process ids.
    private var since: [Int: ContinuousClock.Instant] = [:]

    /// Applies the statuses of the programs that are lost now.
    /// - Returns: Those that have been lost for so long that they are to be killed, each once.
    mutating func update(_ lost: [StageStatus], at now: ContinuousClock.Instant) -> [StageStatus] {
        let ids = Set(lost.map(\.pid))
        since = since.filter { ids.contains($0.key) }
        return lost.filter { status in
            let start = since[status.pid] ?? now
            let isDue = now - start >= Self.patience
            // After a kill the time begins anew, in case that the status outlives its process.
            since[status.pid] = isDue ? now : start
            return isDue
        }
    }
}
