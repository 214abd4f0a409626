import Messages

/// Knows when a pipeline is at work: so many instances of every role are ready, and intents are recognized for the app. Pure.
public struct PipelineReadiness: Sendable {
    private let needed: [String: Int]
    private var ready: [String: Set<String>] = [:]
    private var knowing: [String: Set<String>] = [:]

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
            // One that cannot use the catalog says so, and works without.
            if status.catalogRevision != nil || status.problem != nil {
                knowing[status.role, default: []].insert(status.instance)
            }
        } else if status.state.isGone {
            ready[status.role]?.remove(status.instance)
            knowing[status.role]?.remove(status.instance)
        }
        return isComplete
    }

    /// Whether the pipeline is at work. A stage is ready before it knows the catalog, which dispatch publishes when it is ready.
    public var isComplete: Bool {
        missing.isEmpty
            && ["dispatch", "intent", "transcribe"].allSatisfy { role in
                knowing[role]?.count ?? 0 >= needed[role] ?? 0
            }
    }
}
