import Messages
import PatternMatching
import Phrases

/// Looks apps' files through: all that is wrong with each, and what goes wrong between them.
public struct AppCheck: Sendable {
    private struct Entry {
        let file: String
        let app: App
        let map: AppFileMap
    }

    /// A way to say a command, with some value in the place of each parameter.
    private struct Sample {
        let pattern: PhraseTemplate
        let utterance: String
    }

    /// What was found, by file in the order given, then by place.
    public private(set) var findings: [AppFinding] = []

    /// Whether any app cannot run.
    public var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Looks files through; those that are right are held against each other.
    public init(files: [String]) {
        var entries: [Entry] = []
        for file in files {
            do throws(AppFileError) {
                let (app, map) = try App.read(file: file)
                entries.append(Entry(file: file, app: app, map: map))
            } catch {
                findings += error.problems.map(AppFinding.init)
                if error.more > 0 {
                    findings.append(AppFinding(.init(.tooLarge, file: file, "and \(error.more) more")))
                }
            }
        }
        for entry in entries {
            findings += Self.unused(entry) + Self.misspelt(entry)
            if entries.contains(where: { $0.app.name == entry.app.name && $0.file != entry.file }) {
                findings.append(
                    AppFinding(
                        .duplicate, entry.file, nil,
                        "another of these files has an app \(entry.app.name), too: of both only one runs at a time"))
            }
        }
        let matcher = PatternMatcher(entries.map(\.app.catalog))
        for entry in entries { findings += Self.shadowed(entry, matcher, entries) }
        let order = Dictionary(files.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        findings.sort {
            (order[$0.file] ?? 0, $0.line ?? 0, $0.column ?? 0) < (order[$1.file] ?? 0, $1.line ?? 0, $1.column ?? 0)
        }
    }

    // MARK: What nothing refers to

    private static func unused(_ entry: Entry) -> [AppFinding] {
        let app = entry.app
        let actions =
            app.commands.flatMap(\.actions) + app.requests.values.flatMap { $0.outcomes.flatMap(\.self) }
        var entered: Set<String> = []
        var asked: Set<String> = []
        for action in actions {
            if case .enter(let topic) = action { entered.formUnion(app.path(to: topic)) }
            if case .ask(let request) = action { asked.insert(request) }
        }
        var patterns = app.commands.flatMap(\.patterns)
        for request in app.requests.values {
            if case .pattern(let own) = request.kind { patterns += own }
        }
        let types = Set(patterns.flatMap { $0.parameters.map(\.type) })
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
        for (name, place) in entry.map.types where !types.contains(name) {
            findings.append(AppFinding(.unused, entry.file, place, "no pattern has a parameter of the type \(name)"))
        }
        return findings
    }

    /// Kinds of messages that are nearly those of the pipeline.
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

    // MARK: What never wins

    private static func shadowed(_ entry: Entry, _ matcher: PatternMatcher, _ entries: [Entry]) -> [AppFinding] {
        var findings: [AppFinding] = []
        for command in entry.app.commands {
            let samples = command.patterns.map { Sample(pattern: $0, utterance: utterance($0, entry.app)) }
            var lost: [(pattern: PhraseTemplate, winner: String)] = []
            for sample in samples {
                if let winner = winner(over: command, sample, entry, matcher, entries) {
                    lost.append((sample.pattern, winner))
                }
            }
            if lost.count == samples.count, let winner = lost.first?.winner {
                findings.append(
                    AppFinding(
                        .unreachable, entry.file, entry.map.commands[command.type],
                        "the command \(command.type) cannot be given: \(winner) is meant by all of its patterns"))
            } else {
                for (pattern, winner) in lost {
                    findings.append(
                        AppFinding(
                            .shadowed, entry.file,
                            entry.map.patterns[command.type]?[pattern.text] ?? entry.map.commands[command.type],
                            "command \(command.type): \"\(LogLine.clean(pattern.text, limit: 80))\" means \(winner)"))
                }
            }
        }
        return findings
    }

    /// Which other command is carried out when a pattern of this one is said; nil when none is.
    private static func winner(
        over command: App.Command, _ sample: Sample, _ entry: Entry, _ matcher: PatternMatcher, _ entries: [Entry]
    ) -> String? {
        // A topic's commands compete with those of the topics it is in, which are entered with it, and with all that can always be said.
        let around = Set(entry.app.path(to: command.topic))
        let rivals = matcher.match(sample.utterance).filter { hypothesis in
            guard let other = entries.first(where: { $0.app.name == hypothesis.app })?.app.command(hypothesis.type)
            else {
                return false
            }
            return other.topic == App.Topic.root || hypothesis.app == entry.app.name && around.contains(other.topic)
        }
        guard let best = rivals.first, best.confidence >= Confidence.likely,
            best.app != entry.app.name || best.type != command.type
        else { return nil }
        return best.app == entry.app.name ? "the command \(best.type)" : "\(best.type) of the app \(best.app)"
    }

    private static func utterance(_ pattern: PhraseTemplate, _ app: App) -> String {
        pattern.elements.map { element in
            switch element {
            case .word(let word): word
            case .parameter(_, PhraseTemplate.numberType): "two"
            case .parameter(_, let type):
                app.slotTypes.first { $0.name == type }?.values.first?.value ?? "something"
            }
        }.joined(separator: " ")
    }
}
