import SaybusMessages

/// The publishers and subscribers of each kind. Pure.
struct BusGraph: Sendable, Equatable {
    /// One kind with its publishers and subscribers.
    struct Row: Sendable, Equatable {
        let kind: Kind
        /// The publishers as `role/instance`, in the order in which a turn passes their roles.
        var publishers: [String]
        /// The subscribers in the same form and order, including subscribers to all kinds.
        var subscribers: [String]
    }

    private var publishers: [Kind: Set<Source>] = [:]
    private var subscribers: [Kind: Set<Source>] = [:]
    private var subscribersToAll: Set<Source> = []
    private var stages: Set<Source> = []
    /// The maximum number of stages, of kinds, and of sources for each kind. Bounds the memory even if a
    /// program publishes under ever new names.
    private let capacity = 4096

    /// Records the publications and subscriptions in a stage's status.
    ///
    /// Subscriptions replace those of the stage's earlier statuses; publications accumulate until the stage
    /// has stopped, failed or is lost.
    mutating func record(_ status: StageStatus) {
        guard let source = Source(role: status.role, instance: status.instance) else { return }
        for kind in subscribers.keys { subscribers[kind]?.remove(source) }
        subscribersToAll.remove(source)
        switch status.state {
        case .stopped, .failed, .lost:
            stages.remove(source)
            for kind in publishers.keys { publishers[kind]?.remove(source) }
            return
        case .starting, .ready, .standby, .draining: break
        }
        guard stages.count < capacity else { return }
        stages.insert(source)
        for kind in (status.publishes ?? []).prefix(256) { add(kind, source, to: &publishers) }
        for kind in (status.subscribes ?? []).prefix(256) { add(kind, source, to: &subscribers) }
        if status.subscribesToAll == true { subscribersToAll.insert(source) }
    }

    /// Records the publisher of an observed message.
    mutating func record(_ header: Header) { add(header.kind, header.source, to: &publishers) }

    private func add(_ kind: Kind, _ source: Source, to ends: inout [Kind: Set<Source>]) {
        guard ends[kind] != nil || ends.count < capacity, (ends[kind]?.count ?? 0) < capacity else { return }
        ends[kind, default: []].insert(source)
    }

    /// Returns the kinds in the order in which a turn passes them.
    /// - Parameter showsAll: Whether to include kinds about the stages themselves.
    func rows(showsAll: Bool) -> [Row] {
        let kinds = Set(publishers.filter { !$0.value.isEmpty }.keys).union(
            subscribers.filter { !$0.value.isEmpty }.keys)
        return kinds.filter { showsAll || !KindOrder.bookkeeping.contains($0) }
            .sorted { (KindOrder.rank($0), $0.rawValue) < (KindOrder.rank($1), $1.rawValue) }
            .map { kind in
                Row(
                    kind: kind, publishers: Self.names(publishers[kind] ?? []),
                    subscribers: Self.names((subscribers[kind] ?? []).union(subscribersToAll)))
            }
    }

    private static func names(_ sources: Set<Source>) -> [String] {
        sources.sorted {
            (KindOrder.rank(role: $0.role), $0.description) < (KindOrder.rank(role: $1.role), $1.description)
        }.map(\.description)
    }

    /// Returns the graph in the DOT language: stages as boxes, kinds as ellipses, arrows in the direction of
    /// the messages.
    func graphviz(showsAll: Bool) -> [String] {
        let rows = rows(showsAll: showsAll)
        let names = Set(rows.flatMap { $0.publishers + $0.subscribers }).union(stages.map(\.description)).sorted()
        var lines = ["digraph saybus {", "  rankdir=LR;", "  node [fontname=\"sans-serif\"];"]
        lines += names.map { "  \"\($0)\" [shape=box, style=rounded];" }
        for row in rows {
            lines.append("  \"\(row.kind)\" [shape=ellipse, color=gray40, fontcolor=gray20];")
            lines += row.publishers.map { "  \"\($0)\" -> \"\(row.kind)\";" }
            lines += row.subscribers.map { "  \"\(row.kind)\" -> \"\($0)\";" }
        }
        return lines + ["}"]
    }
}
