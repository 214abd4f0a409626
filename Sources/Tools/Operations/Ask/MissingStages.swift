import SaybusBus
import SaybusMessages
import SaybusStage

/// The stages that a request needs and the bus lacks, with the commands that start them. Pure.
struct MissingStages {
    /// The roles without a ready stage, and the instances, as `role/instance`, that are not at work.
    let roles: [String]
    /// Whether other stages are at work, so that a whole pipeline would be one too many.
    private let hasOthers: Bool
    /// The stages of these roles that run, but do not answer.
    private let hung: [(source: Source, pid: Int)]

    /// Compares the needed roles and instances with those that are present. An instance on standby is at work.
    /// - Parameters:
    ///   - needed: The roles and instances.
    ///   - presence: The stages on the bus.
    ///   - forAll: Whether a role must be ready for all conversations, and not only for some.
    ///   - runs: Returns whether the process of a stage that was lost runs.
    init(
        _ needed: [String], in presence: Presence, forAll: Bool = false, runs: (StageStatus) -> Bool = { _ in false }
    ) {
        roles = needed.filter { name in
            guard name.contains("/") else {
                let statuses = presence.members.values.map(\.status)
                return !presence.isReady(Role(name))
                    || forAll && UnservedConversations(Role(name), among: statuses) != nil
            }
            let member = presence.members.first { "\($0.key)" == name }
            return ![.ready, .standby].contains(member?.value.status.state)
        }
        let missing = roles
        hasOthers = presence.members.contains { source, member in
            member.status.state == .ready && ![.broker, .up].contains(source.role)
                && !missing.contains(source.role.rawValue)
        }
        hung = presence.members.filter { source, member in
            member.status.state == .lost && (missing.contains(source.role.rawValue) || missing.contains("\(source)"))
                && runs(member.status)
        }.map { (source: $0.key, pid: $0.value.status.pid) }.sorted { $0.pid < $1.pid }
    }

    /// Returns a failure that names the missing stages and what starts them; nil when none is missing.
    func failure(at address: BusAddress) -> StageFailure? {
        guard !roles.isEmpty else { return nil }
        let stages =
            roles.count == 1
            ? "no \(roles[0]) stage is ready" : "no stages are ready for \(roles.joined(separator: ", "))"
        let unknown = roles.filter { !Self.programs.contains(String($0.prefix { $0 != "/" })) }
        guard unknown.isEmpty else {
            let names = unknown.joined(separator: " or ")
            return StageFailure(.unavailable, "\(stages) at \(address); no program of Saybus has the role \(names)")
        }
        let absent = roles.filter { name in
            !hung.contains { $0.source.role.rawValue == name || "\($0.source)" == name }
        }
        guard !absent.isEmpty else {
            return StageFailure(.unavailable, "\(stages) at \(address); \(hungStages)")
        }
        let commands = absent.map { name in
            let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
            let instance = parts.count == 2 ? " --instance \(parts[1])" : ""
            return "saybus-\(parts[0])\(address.option)\(instance)\(Self.options[parts[0]] ?? "")"
        }
        let list = commands.joined(separator: "; ")
        guard hung.isEmpty else {
            return StageFailure(
                .unavailable, "\(stages) at \(address); \(hungStages); start what is missing with: \(list)")
        }
        return StageFailure(
            .unavailable,
            hasOthers
                ? "\(stages) at \(address); start what is missing with: \(list)"
                : "\(stages) at \(address); start a whole pipeline with: saybus up\(address.option)\(roles.contains("listen") ? " --mic" : ""), or only what is missing with: \(list)"
        )
    }

    /// The stages that do not answer, with the commands that help: another one of each would be one too many.
    private var hungStages: String {
        let names = hung.map { "\($0.source) (process \($0.pid)) runs, but does not answer" }.joined(separator: ", ")
        let (it, pids) = (hung.count == 1 ? "it" : "them", hung.map { "\($0.pid)" }.joined(separator: " "))
        return "\(names); continue \(it) with: kill -CONT \(pids), or end \(it) with: kill -KILL \(pids)"
    }

    /// The roles whose programs are named after them.
    private static let programs: Set = [
        "broker", "listen", "transcribe", "intent", "dispatch", "audio", "console", "wyoming", "esphome", "mqtt",
        "link",
    ]

    /// The options without which a stage does not start.
    private static let options = ["dispatch": " --app FILE", "listen": " --mic"]
}
