import SaybusMessages

/// The states of the stages, by role and app: what is worth a retained message. Pure; bounded.
struct StageBoard: Sendable {
    /// The most instances that are remembered.
    static let capacity = 1024

    private var members: [Source: StageStatus] = [:]

    /// Returns the name under which an instance is shown: its role, and its app if it runs one.
    static func name(of status: StageStatus) -> String { status.role + (status.app.map { "_\($0)" } ?? "") }

    /// Applies a status.
    /// - Returns: The name and the new JSON of what has changed; nil when nothing worth a message has.
    mutating func apply(_ status: StageStatus) -> (name: String, json: JSONValue)? {
        guard let source = Source(role: status.role, instance: status.instance) else { return nil }
        let name = Self.name(of: status)
        let before = json(of: name)
        if members[source] == nil, members.count >= Self.capacity {
            guard let gone = members.first(where: { $0.value.state.isGone })?.key else { return nil }
            members[gone] = nil
        }
        members[source] = status
        // An instance that has gone is shown only while no other one has its name.
        let named = members.filter { Self.name(of: $0.value) == name }
        if named.contains(where: { !$0.value.state.isGone }) {
            for gone in named where gone.value.state.isGone { members[gone.key] = nil }
        } else {
            for other in named where other.key != source { members[other.key] = nil }
        }
        guard let after = json(of: name), after != before else { return nil }
        return (name, after)
    }

    private func json(of name: String) -> JSONValue? {
        let named = members.values.filter { Self.name(of: $0) == name }.sorted { $0.instance < $1.instance }
        guard let best = named.min(by: { Self.rank($0.state) < Self.rank($1.state) }) else { return nil }
        var json: [String: JSONValue] = [
            "role": .string(best.role), "state": .string(best.state.rawValue),
            "instances": .array(named.map(Self.json)),
        ]
        json["app"] = best.app.map(JSONValue.string)
        json["problem"] = named.compactMap(\.problem).first.map(JSONValue.string)
        return .object(json)
    }

    private static func json(_ status: StageStatus) -> JSONValue {
        var json: [String: JSONValue] = [
            "instance": .string(status.instance), "state": .string(status.state.rawValue),
        ]
        json["engine"] = status.engine.map(JSONValue.string)
        json["problem"] = status.problem.map(JSONValue.string)
        json["session"] = status.session.map { .string($0.rawValue) }
        json["buckets"] = status.buckets.map { .string($0.rawValue) }
        return .object(json)
    }

    private static func rank(_ state: StageStatus.State) -> Int {
        switch state {
        case .ready: 0
        case .standby: 1
        case .starting: 2
        case .draining: 3
        case .failed: 4
        case .lost: 5
        case .stopped: 6
        }
    }
}
