/// The rights that a program of a certain role needs on a bus with keys: the policy that `saybus keys new --role`
/// writes.
public struct RoleGrants: Sendable, Equatable {
    /// The role.
    public let role: String
    /// The roles as which the program speaks: its own, and for some programs a further one.
    public let roles: [String]
    /// The kinds that the role publishes.
    public let publish: [String]
    /// The kinds to which the role subscribes.
    public let subscribe: [String]
    /// Whether the role announces commands of apps.
    public let announcesApps: Bool
    /// Whether the role announces the commands of apps with any names.
    private let announcesAllApps: Bool

    private init(
        _ role: String, as roles: [String]? = nil, publish: [String], subscribe: [String], announcesApps: Bool = false,
        announcesAllApps: Bool = false
    ) {
        (self.role, self.publish, self.subscribe) = (role, publish, subscribe)
        (self.announcesApps, self.announcesAllApps) = (announcesApps || announcesAllApps, announcesAllApps)
        self.roles = roles ?? [role]
    }

    /// The roles with known rights, in the order of the data.
    public static let all = [
        RoleGrants(
            "listen",
            publish: [
                "listen.level", "speech.started", "audio.input", "speech.ended", "turn.ended", "audio.sequence",
                "receipt",
                "stage.status",
            ],
            subscribe: [
                "speech.started", "speech.partial", "speech.transcript", "speech.intent", "turn.ended",
                "audio.playback", "listen.request", "audio.output", "receipt", "stage.status",
            ]),
        RoleGrants(
            "transcribe",
            publish: ["speech.partial", "speech.transcript", "turn.ended", "receipt", "stage.status"],
            subscribe: [
                "speech.started", "audio.input", "speech.ended", "voice.request", "catalog", "speech.intent",
                "command.invoked", "turn.ended", "receipt", "stage.status",
            ]),
        RoleGrants(
            "intent",
            publish: ["speech.intent", "turn.ended", "receipt", "stage.status"],
            subscribe: [
                "speech.transcript", "catalog", "audio.sequence", "audio.playback", "command.invoked", "turn.ended",
                "receipt", "stage.status",
            ]),
        RoleGrants(
            "dispatch",
            publish: [
                "command.invoked", "voice.request", "listen.request", "card.shown", "audio.sequence", "audio.control",
                "speech.intent", "intent.offer", "mqtt.publish", "turn.ended", "catalog", "receipt", "stage.status",
            ],
            subscribe: [
                "speech.started", "speech.ended", "speech.transcript", "speech.intent", "intent.offer", "voice.request",
                "command.invoked", "command.response", "audio.playback", "turn.ended", "catalog", "receipt",
                "stage.status",
            ], announcesApps: true),
        RoleGrants(
            "app",
            publish: ["command.response", "audio.sequence", "catalog", "turn.ended", "receipt", "stage.status"],
            subscribe: [
                "command.invoked", "voice.request", "audio.playback", "turn.ended", "receipt", "stage.status",
            ], announcesApps: true),
        RoleGrants(
            "audio",
            publish: ["audio.playback", "audio.output", "receipt", "stage.status"],
            subscribe: [
                "audio.sequence", "audio.control", "audio.playback", "voice.request", "speech.started", "speech.ended",
                "speech.transcript", "turn.ended", "stage.status",
            ]),
        RoleGrants(
            "mqtt",
            publish: [
                "listen.request", "speech.transcript", "command.response", "audio.sequence", "audio.control",
                "turn.ended", "catalog", "receipt", "stage.status",
            ],
            subscribe: [
                "speech.started", "speech.ended", "speech.partial", "speech.transcript", "speech.intent",
                "command.invoked", "voice.request", "card.shown", "audio.playback", "mqtt.publish", "turn.ended",
                "catalog", "receipt", "stage.status",
            ], announcesApps: true),
        // It claims to be the loudspeaker of its peers' conversations.
        RoleGrants(
            "wyoming", as: ["wyoming", "audio"],
            publish: ["speech.transcript", "audio.playback", "turn.ended", "receipt", "stage.status"],
            subscribe: [
                "speech.intent", "command.invoked", "audio.sequence", "audio.control", "listen.request",
                "voice.request",
                "turn.ended", "catalog", "receipt", "stage.status",
            ]),
        // Home Assistant is its recognizer and its app.
        RoleGrants(
            "esphome", as: ["esphome", "transcribe"],
            publish: [
                "speech.partial", "speech.transcript", "listen.request", "audio.sequence", "audio.control",
                "turn.ended", "receipt", "stage.status",
            ],
            subscribe: [
                "speech.started", "audio.input", "speech.ended", "speech.intent", "command.invoked", "audio.playback",
                "turn.ended", "receipt", "stage.status",
            ]),
        // It stands for the recognizers of other sites, or announces the apps of other sites to the recognizers here.
        RoleGrants(
            "link", as: ["link", "transcribe", "intent"],
            publish: [
                "speech.started", "audio.input", "speech.ended", "speech.partial", "speech.transcript", "speech.intent",
                "command.invoked", "voice.request", "listen.request", "audio.sequence", "audio.control",
                "audio.playback", "turn.ended", "catalog", "receipt", "stage.status",
            ],
            subscribe: [
                "speech.started", "audio.input", "speech.ended", "speech.partial", "speech.transcript", "speech.intent",
                "command.invoked", "voice.request", "listen.request", "audio.sequence", "audio.control",
                "audio.playback", "turn.ended", "catalog", "receipt", "stage.status",
            ], announcesAllApps: true),
        RoleGrants(
            "speaker", publish: ["audio.playback", "stage.status"], subscribe: ["audio.output", "stage.status"]),
        RoleGrants(
            "ask", publish: ["listen.request", "speech.transcript", "turn.ended", "receipt"],
            subscribe: [
                "speech.started", "speech.partial", "speech.transcript", "speech.intent", "command.invoked",
                "command.response", "voice.request", "audio.sequence", "audio.playback", "turn.ended", "receipt",
                "stage.status",
            ]),
        RoleGrants("say", publish: ["audio.sequence"], subscribe: ["audio.playback", "receipt", "stage.status"]),
        // Its pages are listeners and loudspeakers, too.
        RoleGrants(
            "console",
            publish: [
                "listen.level", "speech.started", "audio.input", "speech.ended", "speech.transcript", "listen.request",
                "audio.sequence", "audio.control", "audio.playback", "audio.output", "turn.ended", "receipt",
                "stage.status",
            ], subscribe: ["*"]),
        // The supervisor, which tells which stages it keeps running.
        RoleGrants("up", publish: ["stage.status"], subscribe: ["stage.status"]),
        // Probes and people who look after the bus, and need not hear what is said.
        RoleGrants(
            "status", as: ["status", "doctor", "commands", "swap"], publish: [], subscribe: ["catalog", "stage.status"]),
        RoleGrants("tap", publish: [], subscribe: ["*"]),
    ]

    /// Returns the rights of a role; nil for a role that has no known ones.
    public static func of(_ role: String) -> RoleGrants? { all.first { $0.role == role } }

    /// Returns the rights of a key with which programs of several roles work, such as all of a machine; nil for none.
    public static func union(_ grants: [RoleGrants]) -> RoleGrants? {
        guard let first = grants.first, grants.count > 1 else { return grants.first }
        func union(_ list: (RoleGrants) -> [String]) -> [String] {
            var known: Set<String> = []
            let all = grants.flatMap(list).filter { known.insert($0).inserted }
            // Sound is not among "*", and has to be named.
            return known.contains("*") ? all.filter { ["*", "audio.input", "audio.output"].contains($0) } : all
        }
        return RoleGrants(
            first.role, as: union(\.roles), publish: union(\.publish), subscribe: union(\.subscribe),
            announcesApps: grants.contains(where: \.announcesApps),
            announcesAllApps: grants.contains(where: \.announcesAllApps))
    }

    /// Returns the part of a policy file below `users:` that gives a key the rights of the role.
    /// - Parameters:
    ///   - name: The name of the key.
    ///   - publicKey: The public key, 40 characters of Z85.
    public func policy(name: String, publicKey: String) -> String {
        // In Z85 there are neither quotes nor backslashes, which YAML would interpret.
        var lines = [
            "  \(name):", "    key: \"\(publicKey)\"", "    roles: [\(roles.joined(separator: ", "))]",
            "    publish: [\(publish.joined(separator: ", "))]",
            "    subscribe: [\(subscribe.map { $0 == "*" ? "\"*\"" : $0 }.joined(separator: ", "))]",
        ]
        if announcesApps { lines.append("    apps: [\(announcesAllApps ? "\"*\"" : name)]") }
        return lines.joined(separator: "\n") + "\n"
    }
}
