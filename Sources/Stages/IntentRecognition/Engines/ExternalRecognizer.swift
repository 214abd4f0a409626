import SaybusExternalEngines
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// A recognizer that asks an external engine, and maps its answers to the commands of the catalogs.
public struct ExternalRecognizer: IntentRecognizer {
    /// The confidence assumed for an engine that reports none.
    static let defaultConfidence = 0.8
    /// The maximum number of interpretations taken.
    static let maximumInterpretations = 10
    /// The maximum number of values in an interpretation.
    static let maximumEntities = 64
    /// The maximum number of characters in a value.
    static let maximumLength = 4096

    /// The engine's name.
    public let engine: String
    /// The commands out of scope, which are not recognized.
    var excluded: Set<CommandName> = []
    private let intentClient: any IntentClient
    /// A command with its parameters.
    private struct Known: Sendable {
        let name: CommandName
        let types: [String: String]
        /// The ranges of parameters for which each pattern states one.
        let ranges: [String: [NumberRange]]
    }

    /// The commands by intent name. Of several with the same name, the first one in scope counts.
    private let commands: [String: [Known]]

    /// Creates a recognizer; an intent name is a command's type, or `app/type`.
    public init(engine: String, _ intentClient: any IntentClient, catalogs: [Catalog]) {
        (self.engine, self.intentClient) = (engine, intentClient)
        var commands: [String: [Known]] = [:]
        for catalog in catalogs {
            let patterns = Dictionary(grouping: catalog.commandPatterns, by: \.command.type)
            for command in catalog.commands {
                let declared = Dictionary(
                    (command.slots ?? []).map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
                let own = (patterns[command.type] ?? []).reduce(into: declared) { own, pattern in
                    own.merge(pattern.parameters) { first, _ in first }
                }
                let ranges = Self.ranges(of: patterns[command.type] ?? [])
                let name = CommandName(app: catalog.app, type: command.type)
                for intent in ["\(catalog.app)/\(command.type)", command.type]
                where commands[intent]?.contains(where: { $0.name == name }) != true {
                    commands[intent, default: []].append(Known(name: name, types: own, ranges: ranges))
                }
            }
        }
        self.commands = commands
    }

    /// Returns the hypotheses that are commands of an app, best first.
    public func recognize(_ transcript: SpeechTranscript) async throws(EngineFailure) -> [SpeechIntent.Hypothesis] {
        guard !transcript.text.isEmpty else { return [] }
        let offsets = CharacterOffsets(transcript.text)
        let count = transcript.text.unicodeScalars.count
        return try await intentClient.ask(transcript.text).prefix(Self.maximumInterpretations).compactMap {
            interpretation in
            let command = commands[interpretation.intent]?.first { !excluded.contains($0.name) }
            guard let command else { return nil }
            var parameters: [String: Parameter] = [:]
            for entity in interpretation.entities.prefix(Self.maximumEntities) where parameters[entity.name] == nil {
                let value = String(entity.value.prefix(Self.maximumLength))
                let range = entity.range.flatMap { $0.upperBound <= count && !$0.isEmpty ? $0 : nil }
                let type = command.types[entity.name] ?? PhraseTemplate.textType
                parameters[entity.name] = Parameter(
                    value: Self.value(value, type), words: range.map(offsets.words) ?? value, type: type,
                    span: range.map(offsets.span))
            }
            let isInRange = parameters.allSatisfy { command.ranges[$0.key]?.contain($0.value.value) ?? true }
            guard isInRange else { return nil }
            let confidence = interpretation.confidence ?? Self.defaultConfidence
            return SpeechIntent.Hypothesis(
                app: command.name.app, type: command.name.type, confidence: confidence > 0 ? min(1, confidence) : 0,
                parameters: parameters, matcher: engine)
        }.sorted { $0.confidence > $1.confidence }
    }

    private static func ranges(of patterns: [CommandPattern]) -> [String: [NumberRange]] {
        let names = Set(patterns.flatMap(\.parameters.keys))
        return names.reduce(into: [:]) { ranges, name in
            let having = patterns.filter { $0.parameters[name] != nil }
            let stated = having.compactMap { $0.ranges[name] }
            if stated.count == having.count { ranges[name] = stated.flatMap { $0 } }
        }
    }

    private static func value(_ text: String, _ type: String) -> Parameter.Value {
        guard type == PhraseTemplate.numberType else { return .text(text) }
        if let number = Double(text), number.isFinite { return .number(number) }
        let tokens = Words.tokenize(text)
        let number = NumberParser().prefixes(of: tokens[...]).first { $0.count == tokens.count }
        return number.map { .number($0.value) } ?? .text(text)
    }
}
