import SaybusMessages

/// The states of the stages that are retained at the MQTT broker, by role and app. Pure; bounded.
struct RetainedStageStates: Sendable {
    /// The most instances of a name that are remembered; further ones are not shown.
    static let maximumInstances = 64
    /// The most names.
    static let maximumNames = 256

    private var groups: [String: [Source: StageStatus]] = [:]
    private var shown: [String: JSONValue] = [:]

    /// Returns the name under which an instance is shown: its role, and its app if it runs one.
    static func name(of status: StageStatus) -> String {
        TopicName.level(ofNames: [status.role.rawValue, status.app ?? ""])
    }

    /// Applies a status.
    /// - Returns: The name and the new JSON of what has changed; nil when no change is worth a message.
    mutating func apply(_ status: StageStatus) -> (name: String, json: JSONValue)? {
        guard let source = Source(role: status.role, instance: status.instance) else { return nil }
        let name = Self.name(of: status)
        var group = groups[name] ?? [:]
        // Most statuses are heartbeats without news.
        if let known = group[source], Self.json(known) == Self.json(status) { return nil }
        guard group[source] != nil || group.count < Self.maximumInstances,
            !group.isEmpty || groups.count < Self.maximumNames
        else { return nil }
        group[source] = status
        // An instance that has gone is shown only while no other one has its name.
        if group.values.contains(where: { !$0.state.isGone }) {
            group = group.filter { !$0.value.state.isGone }
        } else {
            group = [source: status]
        }
        groups[name] = group
        let json = Self.json(of: group.values)
        guard shown[name] != json else { return nil }
        shown[name] = json
        return (name, json)
    }

    private static func json(of group: some Collection<StageStatus>) -> JSONValue {
        let named = group.sorted { $0.instance < $1.instance }
        let best = named.min { rank($0.state) < rank($1.state) }
        var json: [String: JSONValue] = [
            "state": .string((best?.state ?? .stopped).rawValue), "instances": .array(named.map { self.json($0) }),
        ]
        json["role"] = best.map { .string($0.role.rawValue) }
        json["app"] = best?.app.map(JSONValue.string)
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
