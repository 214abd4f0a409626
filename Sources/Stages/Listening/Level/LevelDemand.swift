import SaybusMessages
import Synchronization

/// Whether somebody subscribes to the level, as the broker's status says.
final class LevelDemand: Sendable {
    private let demand = Atomic(false)

    /// Whether the level is wanted.
    var isThere: Bool { demand.load(ordering: .relaxed) }

    /// Takes the status of a stage; only the broker's counts.
    func update(_ status: StageStatus) {
        guard status.role == .broker else { return }
        demand.store(status.demands?.contains(ListenLevel.kind) == true, ordering: .relaxed)
    }
}
