import SaybusMessages

/// The rights that a program of a certain role needs on a bus with keys: the policy that `saybus keys new --role`
/// writes.
public struct RoleGrants: Sendable, Equatable {
    /// The role for which the rights are meant.
    public let role: Role
    /// The roles as which the program speaks: its own, and for some programs a further one.
    public let roles: [Role]
    /// The kinds that the role publishes, as the policy names them.
    public let publish: [String]
    /// The kinds to which the role subscribes, as the policy names them.
    public let subscribe: [String]
    /// Whether the role announces commands of apps.
    public let announcesApps: Bool
    /// Whether the role announces the commands of apps with any names.
    private let announcesAllApps: Bool

    private init(
        _ role: Role, as roles: [Role]? = nil, publish: [any BusMessage.Type],
        subscribe: [any BusMessage.Type] = [], subscribesToAll: Bool = false, announcesApps: Bool = false,
        announcesAllApps: Bool = false
    ) {
        self.init(
            role: role, roles: roles ?? [role], publish: publish.map { $0.kind.rawValue },
            subscribe: (subscribesToAll ? ["*"] : []) + subscribe.map { $0.kind.rawValue },
            announcesApps: announcesApps,
            announcesAllApps: announcesAllApps)
    }

    private init(
        role: Role, roles: [Role], publish: [String], subscribe: [String], announcesApps: Bool,
        announcesAllApps: Bool
    ) {
        (self.role, self.roles, self.publish, self.subscribe) = (role, roles, publish, subscribe)
        (self.announcesApps, self.announcesAllApps) = (announcesApps || announcesAllApps, announcesAllApps)
    }

    /// The roles with known rights, in the order of the data.
    public static let all: [RoleGrants] = [
        RoleGrants(
            .listen,
            publish: [
                ListenLevel.self, SpeechStarted.self, AudioInput.self, SpeechEnded.self, TurnEnded.self,
                AudioSequence.self, Receipt.self, StageStatus.self,
            ],
            subscribe: [
                SpeechStarted.self, SpeechPartial.self, SpeechTranscript.self, SpeechIntent.self, TurnEnded.self,
                AudioSequence.self, AudioPlayback.self, ListenRequest.self, AudioOutput.self, Receipt.self,
                StageStatus.self,
            ]),
        RoleGrants(
            .transcribe,
            publish: [SpeechPartial.self, SpeechTranscript.self, TurnEnded.self, Receipt.self, StageStatus.self],
            subscribe: [
                SpeechStarted.self, AudioInput.self, SpeechEnded.self, VoiceRequestStatus.self, Catalog.self,
                SpeechIntent.self, CommandInvoked.self, TurnEnded.self, Receipt.self, StageStatus.self,
            ]),
        RoleGrants(
            .intent,
            publish: [SpeechIntent.self, TurnEnded.self, Receipt.self, StageStatus.self],
            subscribe: [
                SpeechTranscript.self, Catalog.self, AudioSequence.self, AudioPlayback.self, CommandInvoked.self,
                TurnEnded.self, Receipt.self, StageStatus.self,
            ]),
        RoleGrants(
            .dispatch,
            publish: [
                CommandInvoked.self, VoiceRequestStatus.self, ListenRequest.self, CardShown.self, AudioSequence.self,
                AudioControl.self, SpeechIntent.self, IntentOffer.self, MQTTPublish.self, TurnEnded.self, Catalog.self,
                Receipt.self, StageStatus.self,
            ],
            subscribe: [
                SpeechStarted.self, SpeechEnded.self, SpeechTranscript.self, SpeechIntent.self, IntentOffer.self,
                VoiceRequestStatus.self, CommandInvoked.self, CommandResponse.self, AudioPlayback.self, TurnEnded.self,
                Catalog.self, Receipt.self, StageStatus.self,
            ], announcesApps: true),
        RoleGrants(
            .app,
            publish: [
                CommandResponse.self, AudioSequence.self, Catalog.self, TurnEnded.self, Receipt.self, StageStatus.self,
            ],
            subscribe: [
                CommandInvoked.self, VoiceRequestStatus.self, AudioPlayback.self, TurnEnded.self, Receipt.self,
                StageStatus.self,
            ], announcesApps: true),
        RoleGrants(
            .audio,
            publish: [AudioPlayback.self, AudioOutput.self, Receipt.self, StageStatus.self],
            subscribe: [
                AudioSequence.self, AudioControl.self, AudioPlayback.self, VoiceRequestStatus.self, SpeechStarted.self,
                SpeechEnded.self, SpeechTranscript.self, TurnEnded.self, StageStatus.self,
            ]),
        RoleGrants(
            .mqtt,
            publish: [
                ListenRequest.self, SpeechTranscript.self, CommandResponse.self, AudioSequence.self, AudioControl.self,
                TurnEnded.self, Catalog.self, Receipt.self, StageStatus.self,
            ],
            subscribe: [
                SpeechStarted.self, SpeechEnded.self, SpeechPartial.self, SpeechTranscript.self, SpeechIntent.self,
                CommandInvoked.self, VoiceRequestStatus.self, CardShown.self, AudioPlayback.self, MQTTPublish.self,
                TurnEnded.self, Catalog.self, Receipt.self, StageStatus.self,
            ], announcesApps: true),
        // It claims to be the loudspeaker of its peers' conversations.
        RoleGrants(
            .wyoming, as: [.wyoming, .audio],
            publish: [SpeechTranscript.self, AudioPlayback.self, TurnEnded.self, Receipt.self, StageStatus.self],
            subscribe: [
                SpeechIntent.self, CommandInvoked.self, AudioSequence.self, AudioControl.self, ListenRequest.self,
                VoiceRequestStatus.self, TurnEnded.self, Catalog.self, Receipt.self, StageStatus.self,
            ]),
        // Home Assistant is its recognizer and its app.
        RoleGrants(
            .esphome, as: [.esphome, .transcribe],
            publish: [
                SpeechPartial.self, SpeechTranscript.self, ListenRequest.self, AudioSequence.self, AudioControl.self,
                TurnEnded.self, Receipt.self, StageStatus.self,
            ],
            subscribe: [
                SpeechStarted.self, AudioInput.self, SpeechEnded.self, SpeechIntent.self, CommandInvoked.self,
                AudioPlayback.self, TurnEnded.self, Receipt.self, StageStatus.self,
            ]),
        // It stands for the recognizers of other sites, or announces the apps of other sites to the recognizers here.
        RoleGrants(
            .link, as: [.link, .transcribe, .intent],
            publish: [
                SpeechStarted.self, AudioInput.self, SpeechEnded.self, SpeechPartial.self, SpeechTranscript.self,
                SpeechIntent.self, CommandInvoked.self, VoiceRequestStatus.self, ListenRequest.self, AudioSequence.self,
                AudioControl.self, AudioPlayback.self, TurnEnded.self, Catalog.self, Receipt.self, StageStatus.self,
            ],
            subscribe: [
                SpeechStarted.self, AudioInput.self, SpeechEnded.self, SpeechPartial.self, SpeechTranscript.self,
                SpeechIntent.self, CommandInvoked.self, VoiceRequestStatus.self, ListenRequest.self, AudioSequence.self,
                AudioControl.self, AudioPlayback.self, TurnEnded.self, Catalog.self, Receipt.self, StageStatus.self,
            ], announcesAllApps: true),
        RoleGrants(
            .speaker, publish: [AudioPlayback.self, StageStatus.self], subscribe: [AudioOutput.self, StageStatus.self]),
        RoleGrants(
            .ask, publish: [ListenRequest.self, SpeechTranscript.self, TurnEnded.self, Receipt.self],
            subscribe: [
                SpeechStarted.self, SpeechPartial.self, SpeechTranscript.self, SpeechIntent.self, CommandInvoked.self,
                CommandResponse.self, VoiceRequestStatus.self, AudioSequence.self, AudioPlayback.self, TurnEnded.self,
                Receipt.self, StageStatus.self,
            ]),
        RoleGrants(
            .say, publish: [AudioSequence.self, AudioControl.self],
            subscribe: [AudioPlayback.self, Receipt.self, StageStatus.self]),
        // Its pages are listeners and loudspeakers, and play the sound of turns. Its replays are those of saybus-tap.
        RoleGrants(
            .console, as: [.console, .listen, .audio, .tap],
            publish: [
                ListenLevel.self, SpeechStarted.self, AudioInput.self, SpeechEnded.self, SpeechTranscript.self,
                SpeechIntent.self, ListenRequest.self, AudioSequence.self, AudioControl.self, AudioPlayback.self,
                AudioOutput.self, TurnEnded.self, Receipt.self, StageStatus.self,
            ], subscribe: [AudioInput.self], subscribesToAll: true),
        // The supervisor, which tells which stages it keeps running.
        RoleGrants(.up, publish: [StageStatus.self], subscribe: [StageStatus.self]),
        // Probes and people who look after the bus, and need not hear what is said.
        RoleGrants(
            .status, as: [.status, .doctor, .commands, .swap], publish: [],
            subscribe: [Catalog.self, StageStatus.self]),
        RoleGrants(.tap, publish: [], subscribesToAll: true),
    ]

    /// Returns the rights of a role; nil for a role that has no known ones.
    public static func of(_ role: Role) -> RoleGrants? { all.first { $0.role == role } }

    /// Returns the rights of a key with which programs of several roles work, such as all of a machine; nil for none.
    public static func union(_ grants: [RoleGrants]) -> RoleGrants? {
        guard let first = grants.first, grants.count > 1 else { return grants.first }
        var known: Set<Role> = []
        let roles = grants.flatMap(\.roles).filter { known.insert($0).inserted }
        func union(_ list: (RoleGrants) -> [String]) -> [String] {
            var known: Set<String> = []
            let all = grants.flatMap(list).filter { known.insert($0).inserted }
            // Sound is not among "*", and has to be named.
            return known.contains("*")
                ? all.filter { ["*", AudioInput.kind.rawValue, AudioOutput.kind.rawValue].contains($0) } : all
        }
        return RoleGrants(
            role: first.role, roles: roles, publish: union(\.publish), subscribe: union(\.subscribe),
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
            "  \(name):", "    key: \"\(publicKey)\"", "    roles: [\(roles.map(\.rawValue).joined(separator: ", "))]",
            "    publish: [\(publish.joined(separator: ", "))]",
            "    subscribe: [\(subscribe.map { $0 == "*" ? "\"*\"" : $0 }.joined(separator: ", "))]",
        ]
        if announcesAllApps {
            lines.append("    apps: [\"*\"]")
        } else if announcesApps {
            lines += ["    # the app's name in its catalog:", "    apps: [\(name)]"]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
