import SaybusMessages

/// The apps whose dispatchers are all gone, by the statuses received. Their commands are still recognized, so that the
/// user hears that they cannot answer. Pure; bounded.
struct AbsentApps: Sendable {
    /// Maximum number of dispatchers.
    static let capacity = 1024

    private struct Instance: Sendable {
        let app: String
        let coverage: SessionScope
        let state: StageStatus.State

        var isGone: Bool { state.isGone }
    }

    private var instances: [Source: Instance] = [:]
    /// The dispatchers that do not name their app.
    private var nameless: Set<Source> = []

    /// Records a status.
    mutating func update(_ status: StageStatus) {
        guard status.role == .dispatch, let source = Source(role: status.role, instance: status.instance) else {
            return
        }
        guard let app = status.app else {
            if status.state.isGone {
                nameless.remove(source)
            } else if nameless.count < Self.capacity {
                nameless.insert(source)
            }
            return
        }
        nameless.remove(source)
        let former = instances[source]
        if former?.isGone ?? true, !status.state.isGone {
            // A successor, which may have another name.
            instances = instances.filter {
                !$0.value.isGone || $0.value.app != app || $0.value.coverage != status.coverage
            }
        }
        if former == nil, instances.count >= Self.capacity {
            guard let gone = instances.first(where: \.value.isGone)?.key else { return }
            instances[gone] = nil
        }
        instances[source] = Instance(app: app, coverage: status.coverage, state: status.state)
    }

    /// Returns whether no dispatcher has ever had an app of this name, and every one that is there names its app.
    func isUnknown(_ app: String) -> Bool {
        nameless.isEmpty && instances.count < Self.capacity && !instances.values.contains { $0.app == app }
    }

    /// Returns whether the dispatchers that carried out an app's commands in a session are gone, and have no successor.
    func contains(_ app: String, in session: Session) -> Bool {
        let known = dispatchers(of: app, in: session)
        return !known.isEmpty && known.allSatisfy(\.isGone)
    }

    /// Returns whether a dispatcher that carried out an app's commands in a session has gone without a word: it may
    /// also hang.
    func hasLost(_ app: String, in session: Session) -> Bool {
        dispatchers(of: app, in: session).contains { $0.state == .lost }
    }

    private func dispatchers(of app: String, in session: Session) -> [Instance] {
        instances.values.filter { $0.app == app && $0.coverage.contains(session) }
    }
}
