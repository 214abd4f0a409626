import SaybusMessages

/// Knows when a pipeline is at work: so many instances of every role are ready, and intents are recognized for the apps. Pure.
public struct PipelineReadiness: Sendable {
    private let needed: [String: Int]
    private var ready: [String: Set<String>] = [:]
    /// The catalogs that an instance works with, by their revisions; nil when it cannot, and says so.
    private var known: [String: [String: Set<Substring>?]] = [:]

    /// A pipeline of these roles.
    /// - Parameter replicas: How many instances of a role there are; one where nothing is said.
    public init(_ roles: Set<String>, replicas: [String: Int] = [:]) {
        needed = Dictionary(uniqueKeysWithValues: roles.map { ($0, replicas[$0] ?? 1) })
    }

    /// The roles that lack a ready stage.
    public var missing: Set<String> { Set(needed.filter { ready[$0.key]?.count ?? 0 < $0.value }.keys) }

    /// Takes note of a status.
    /// - Returns: Whether the pipeline is at work.
    public mutating func note(_ status: StageStatus) -> Bool {
        if status.state == .ready {
            ready[status.role, default: []].insert(status.instance)
            // One that cannot use a catalog says so, and works without.
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

    /// Whether the pipeline is at work. A stage is ready before it knows the catalogs, which dispatch publishes when it is ready.
    public var isComplete: Bool {
        let published = (known["dispatch"] ?? [:]).values.reduce(into: Set<Substring>()) { $0.formUnion($1 ?? []) }
        return missing.isEmpty
            && ["dispatch", "intent", "transcribe"].allSatisfy { role in
                let knowing = (known[role] ?? [:]).values.count { revisions in
                    role == "dispatch" || revisions.map(published.isSubset) ?? true
                }
                return knowing >= needed[role] ?? 0
            }
    }
}
