import Messages

/// Knows when a pipeline is at work: an instance of every role is ready, and intents are recognized for the app. Pure.
public struct PipelineReadiness: Sendable {
    private let roles: Set<String>
    private var ready: Set<String> = []
    private var knowsCatalog: Set<String> = []

    /// A pipeline of these roles.
    public init(_ roles: Set<String>) { self.roles = roles }

    /// The roles that no ready stage has.
    public var missing: Set<String> { roles.subtracting(ready) }

    /// Takes note of a status.
    /// - Returns: Whether the pipeline is at work.
    public mutating func note(_ status: StageStatus) -> Bool {
        if status.state == .ready {
            ready.insert(status.role)
            // One that cannot use the catalog says so, and works without.
            if status.catalogRevision != nil || status.problem != nil { knowsCatalog.insert(status.role) }
        } else if [.failed, .lost, .stopped].contains(status.state) {
            ready.remove(status.role)
            knowsCatalog.remove(status.role)
        }
        return isComplete
    }

    /// Whether the pipeline is at work. A stage is ready before it knows the catalog, which dispatch publishes when it is ready.
    public var isComplete: Bool {
        missing.isEmpty && knowsCatalog.isSuperset(of: roles.intersection(["dispatch", "intent", "transcribe"]))
    }
}
