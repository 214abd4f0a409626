import SaybusMessages

/// The readiness of a pipeline. A pipeline is at work when all instances of every role are ready, or on standby behind
/// a ready one, and the recognizers know the apps' catalogs. Pure.
public struct PipelineReadiness: Sendable {
    private var needed: [Role: Int]
    /// The instances that must be ready in whatever role, such as the apps that are programs.
    private var programs: Set<String>
    /// Whether the dispatch stages have apps of their own, whose catalogs they publish.
    private var hasApps: Bool
    private var readyPrograms: Set<String> = []
    private var ready: [Role: Set<String>] = [:]
    private var onStandby: [Role: Set<String>] = [:]
    /// The ready instances that this pipeline did not start.
    private var others: [Role: Set<String>] = [:]
    /// The revisions of the catalogs that each instance works with; nil for one that reports a problem instead.
    private var known: [Role: [String: Set<Substring>?]] = [:]

    /// Creates the readiness of a pipeline with these roles.
    /// - Parameters:
    ///   - roles: The roles whose stages must be ready.
    ///   - replicas: The number of instances of each role. A role that is not named has one instance.
    ///   - programs: The instances that must be ready in whatever role, such as the apps that are programs.
    ///   - hasApps: Whether the dispatch stages have apps of their own.
    public init(
        _ roles: Set<Role>, replicas: [Role: Int] = [:], programs: Set<String> = [], hasApps: Bool = true
    ) {
        (self.programs, self.hasApps) = (programs, hasApps)
        needed = Dictionary(uniqueKeysWithValues: roles.map { ($0, replicas[$0] ?? 1) })
    }

    /// The roles that lack a ready stage.
    public var missing: Set<Role> {
        Set(
            needed.filter { role, count in
                let (ready, waiting) = (ready[role]?.count ?? 0, onStandby[role]?.count ?? 0)
                return ready + waiting < count || ready == 0 && others[role]?.isEmpty ?? true
            }.keys)
    }

    /// Takes the needs of a pipeline that has changed. What is known of its stages stays.
    package mutating func change(to other: PipelineReadiness) {
        (needed, programs, hasApps) = (other.needed, other.programs, other.hasApps)
        readyPrograms.formIntersection(programs)
    }

    /// Records a status.
    /// - Parameters:
    ///   - status: The status.
    ///   - isOwn: Whether this pipeline has started the stage.
    /// - Returns: Whether the pipeline is at work.
    public mutating func update(_ status: StageStatus, isOwn: Bool = true) -> Bool {
        guard isOwn else {
            if status.state == .ready {
                others[status.role, default: []].insert(status.instance)
            } else {
                others[status.role]?.remove(status.instance)
            }
            return isComplete
        }
        if status.state == .standby {
            onStandby[status.role, default: []].insert(status.instance)
        } else {
            onStandby[status.role]?.remove(status.instance)
        }
        if programs.contains(status.instance) {
            if status.state == .ready { readyPrograms.insert(status.instance) }
            if status.state.isGone { readyPrograms.remove(status.instance) }
        } else if status.state == .ready || status.state == .standby {
            if status.state == .ready {
                ready[status.role, default: []].insert(status.instance)
            } else {
                ready[status.role]?.remove(status.instance)
            }
            // A stage that cannot use a catalog reports that as a problem, and works without the catalog.
            if status.problem != nil {
                known[status.role, default: [:]][status.instance] = .some(nil)
            } else if let revision = status.catalogRevision {
                known[status.role, default: [:]][status.instance] = Set(revision.split(separator: "+"))
            }
        } else if status.state.isGone {
            ready[status.role]?.remove(status.instance)
            known[status.role]?[status.instance] = nil
        }
        return isComplete
    }

    /// Whether the pipeline is at work. A stage is ready before it knows the catalogs, which dispatch publishes once
    /// it is ready.
    public var isComplete: Bool {
        guard hasApps else { return missing.isEmpty && readyPrograms == programs }
        let published = (known[.dispatch] ?? [:]).values.reduce(into: Set<Substring>()) { $0.formUnion($1 ?? []) }
        return missing.isEmpty && readyPrograms == programs
            && [Role.dispatch, .intent, .transcribe].allSatisfy { role in
                let knowing = (known[role] ?? [:]).values.count { revisions in
                    role == .dispatch || revisions.map(published.isSubset) ?? true
                }
                return knowing >= needed[role] ?? 0
            }
    }
}
