import SaybusMessages

/// A detector of the loss of the bus's broker, of which nobody tells: the broker itself reports lost stages. Pure.
struct BrokerMonitor: Sendable {
    /// The time without a status after which the broker counts as lost. It publishes one each second.
    static let timeout = Duration.seconds(4)

    private var newest: (status: StageStatus, at: ContinuousClock.Instant)?

    /// Records a status of any stage.
    mutating func receive(_ status: StageStatus, at now: ContinuousClock.Instant) {
        guard status.role == .broker else { return }
        newest = status.state.isGone ? nil : (status: status, at: now)
    }

    /// Returns, once, the status of a broker that has been silent for too long, in the state `lost`.
    mutating func takeLost(at now: ContinuousClock.Instant) -> StageStatus? {
        guard let (status, time) = newest, now - time > Self.timeout else { return nil }
        newest = nil
        var lost = status
        lost.state = .lost
        lost.problem = "has not been heard of for \(Int(Self.timeout / .seconds(1))) seconds"
        return lost
    }
}
