import SaybusMessages

/// The apps whose dispatchers are all gone, by the statuses received. Their commands are still recognized, so that the
/// user hears that they cannot answer. Pure; bounded. The caller passes the time.
struct AbsentApps: Sendable {
    /// Time after which nobody waits for a successor any more.
    static let patience = Duration.seconds(5)
    /// Maximum number of dispatchers.
    static let capacity = 1024

    private struct Instance: Sendable {
        let app: String
        let coverage: SessionScope
        /// The time since when the instance is gone; nil while it is there.
        let goneSince: ContinuousClock.Instant?
    }

    private var instances: [Source: Instance] = [:]

    /// Records a status.
    mutating func update(_ status: StageStatus, at now: ContinuousClock.Instant) {
        guard status.role == "dispatch", let app = status.app,
            let source = Source(role: status.role, instance: status.instance)
        else { return }
        let former = instances[source]
        if former == nil || former?.goneSince != nil, !status.state.isGone {
            // A successor, which may have another name.
            instances = instances.filter {
                $0.value.goneSince == nil || $0.value.app != app || $0.value.coverage != status.coverage
            }
        }
        if former == nil, instances.count >= Self.capacity {
            guard let gone = instances.first(where: { $0.value.goneSince != nil })?.key else { return }
            instances[gone] = nil
        }
        instances[source] = Instance(
            app: app, coverage: status.coverage, goneSince: status.state.isGone ? former?.goneSince ?? now : nil)
    }

    /// Returns whether the dispatchers that carried out an app's commands in a session are gone for good.
    func contains(_ app: String, in session: Session, at now: ContinuousClock.Instant) -> Bool {
        let known = instances.values.filter { $0.app == app && $0.coverage.contains(session) }
        return !known.isEmpty && known.allSatisfy { $0.goneSince.map { now - $0 >= Self.patience } ?? false }
    }
}
