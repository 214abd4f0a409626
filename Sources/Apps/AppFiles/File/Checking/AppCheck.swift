import SaybusConversation
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusSupport

/// A check of app files: the problems of each file, and conflicts between them.
public struct AppCheck: Sendable {
    private struct Entry {
        let file: String
        let app: App
        let map: AppFileMap
    }

    /// The findings, by file in the given order, then by position.
    public private(set) var findings: [AppFinding] = []
    /// The number of errors without a finding of their own: of a file with many errors, one finding counts the rest.
    public private(set) var unlistedErrors = 0
    /// The catalogs of the apps that can run, in the given order.
    public private(set) var catalogs: [Catalog] = []

    /// Whether any app cannot run.
    public var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Whether unreadable files are the only errors.
    public var onlyLacksFiles: Bool {
        let errors = findings.filter { $0.severity == .error }
        return !errors.isEmpty && errors.allSatisfy { $0.code == AppFileError.Problem.Code.unreadable.rawValue }
    }

    /// Checks files. Valid apps are also checked against each other.
    public init(files: [String]) {
        self.init(files) { (file) throws(AppFileError) in try App.read(file: file, isChecked: true) }
    }

    /// Checks the text of a file, as it stands in an editor.
    /// - Parameters:
    ///   - yaml: The text.
    ///   - file: The file's name in the findings.
    ///   - folder: The folder of its sound files; nil leaves these unchecked.
    public init(yaml: [UInt8], file: String, folder: String?) {
        self.init([file]) { (file) throws(AppFileError) in
            try App.read(yaml: yaml, file: file, folder: folder, secretsMayLack: true)
        }
    }

    private init(_ files: [String], read: (String) throws(AppFileError) -> (app: App, map: AppFileMap)) {
        var entries: [Entry] = []
        for file in files {
            do throws(AppFileError) {
                let (app, map) = try read(file)
                entries.append(Entry(file: file, app: app, map: map))
            } catch {
                findings += error.problems.map(AppFinding.init)
                if error.more > 0 {
                    unlistedErrors += error.more - 1
                    findings.append(
                        AppFinding(
                            .init(
                                .tooLarge, file: file, line: error.problems.last?.line,
                                column: error.problems.last?.column, "and \(error.more) more")))
                }
            }
        }
        catalogs = entries.map(\.app.catalog)
        for entry in entries {
            findings += Self.unused(entry) + Self.misspelt(entry)
            findings += UnderstandingCheck(file: entry.file, app: entry.app, map: entry.map).findings
            findings += CertaintyCheck(file: entry.file, app: entry.app, map: entry.map).findings
            findings += ScheduleCheck(file: entry.file, app: entry.app, map: entry.map).findings
            findings += ProgramCheck(file: entry.file, app: entry.app, map: entry.map).findings
            findings += MarkupCheck(file: entry.file, app: entry.app, map: entry.map).findings
            findings += FieldCheck(file: entry.file, app: entry.app, map: entry.map).findings
            findings += NotationCheck(file: entry.file, app: entry.app, map: entry.map).findings
            if entries.contains(where: { $0.app.name == entry.app.name && $0.file != entry.file }) {
                findings.append(
                    AppFinding(
                        .duplicate, entry.file, nil,
                        "another file also defines the app \(entry.app.name); only one of them can run at a time"))
            }
        }
        let shadows = PatternShadow.find(entries.map(\.app.catalog)) { Self.competes($0, $1, entries) }
        for entry in entries { findings += Self.shadowed(entry, shadows) }
        let order = Dictionary(files.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        findings.sort {
            (order[$0.file] ?? 0, $0.line ?? 0, $0.column ?? 0) < (order[$1.file] ?? 0, $1.line ?? 0, $1.column ?? 0)
        }
    }

    // MARK: Unused parts

    private static func unused(_ entry: Entry) -> [AppFinding] {
        let app = entry.app
        var entered = app.openTopics
        var asked: Set<String> = []
        for action in app.actions {
            if case .enter(let topic) = action { entered.formUnion(app.path(to: topic)) }
            if case .ask(let request) = action { asked.insert(request) }
        }
        var types = Set(
            app.commands.flatMap { command in
                command.allPatterns.flatMap { $0.usedTypes(command.slots) }
            })
        for request in app.requests.values {
            if case .pattern(let own) = request.kind { types.formUnion(own.flatMap { $0.usedTypes([]) }) }
        }
        var findings: [AppFinding] = []
        for (name, place) in entry.map.topics where !entered.contains(name) {
            findings.append(
                AppFinding(
                    .unreachable, entry.file, place,
                    "nothing enters the topic \(name): its commands can never be given; write \"enter: \(name)\""))
        }
        for (name, place) in entry.map.requests where !asked.contains(name) {
            findings.append(AppFinding(.unused, entry.file, place, "nothing asks the request \(name)"))
        }
        for command in app.commands {
            let names = Set(command.allPatterns.flatMap { $0.parameters.map(\.name) })
            for slot in command.slots where !names.contains(slot.name) {
                findings.append(
                    AppFinding(
                        .unused, entry.file, entry.map.commands[command.type],
                        "command \(command.type): no pattern has {\(slot.name)}, of which \"slots\" gives the type"))
            }
        }
        for (name, place) in entry.map.types where !types.contains(name) {
            findings.append(AppFinding(.unused, entry.file, place, "no pattern has a parameter of the type \(name)"))
        }
        return findings
    }

    /// Returns warnings for message kinds similar to those of the pipeline.
    private static func misspelt(_ entry: Entry) -> [AppFinding] {
        let known = MessageCatalog.all.map { $0.kind.rawValue }
        return entry.app.commands.flatMap { command in
            command.actions.compactMap { action -> AppFinding? in
                guard case .publish(let publication) = action, MessageCatalog.type(of: publication.kind) == nil,
                    let nearest = NearestName.of(publication.kind.rawValue, among: known)
                else { return nil }
                return AppFinding(
                    .unknownKind, entry.file, entry.map.commands[command.type],
                    "command \(command.type): \(publication.kind) is a kind of your own; did you mean \(nearest)?")
            }
        }
    }

    // MARK: Shadowed patterns

    private static func shadowed(_ entry: Entry, _ shadows: [PatternShadow]) -> [AppFinding] {
        let own = Dictionary(grouping: shadows.filter { $0.app == entry.app.name }, by: \.command)
        return entry.app.commands.flatMap { command -> [AppFinding] in
            guard let shadows = own[command.type], let first = shadows.first else { return [] }
            let lost = Set(shadows.filter(\.isWhole).map(\.pattern))
            guard !command.allPatterns.allSatisfy({ lost.contains($0.text) }) else {
                return [
                    AppFinding(
                        .unreachable, entry.file, entry.map.commands[command.type],
                        "the command \(command.type) cannot be given: all of its patterns mean \(winner(first))")
                ]
            }
            return shadows.map { shadow in
                let pattern = LogLine.clean(shadow.pattern, limit: 80)
                let means =
                    shadow.isWhole
                    ? "\"\(pattern)\" means \(winner(shadow))"
                    : "of \"\(pattern)\", \"\(LogLine.clean(shadow.sentence, limit: 80))\" means \(winner(shadow))"
                return AppFinding(
                    .shadowed, entry.file,
                    entry.map.patterns[command.type]?[shadow.pattern] ?? entry.map.commands[command.type],
                    "command \(command.type): \(means)")
            }
        }
    }

    /// Returns whether two commands compete. A topic's commands compete with those of the topics that contain
    /// it, which are entered with it, and with all commands that are always valid.
    private static func competes(
        _ reading: SpeechIntent.Hypothesis, _ pattern: CommandPattern, _ entries: [Entry]
    ) -> Bool {
        func app(_ name: String) -> App? { entries.first { $0.app.name == name }?.app }
        guard let other = app(reading.app)?.command(reading.type), reading.confidence >= Confidence.likely else {
            return false
        }
        guard other.topic != App.Topic.root, let own = app(pattern.app),
            let topic = own.command(pattern.command.type)?.topic
        else { return other.topic == App.Topic.root }
        return reading.app == pattern.app && own.path(to: topic).contains(other.topic)
    }

    private static func winner(_ shadow: PatternShadow) -> String {
        shadow.winnerApp == shadow.app
            ? "the command \(shadow.winnerCommand)" : "\(shadow.winnerCommand) of the app \(shadow.winnerApp)"
    }
}
