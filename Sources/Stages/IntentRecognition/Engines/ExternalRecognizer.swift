import SaybusExternalEngines
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// Recognizes by asking somebody else's engine, and takes of its answer what the apps' catalogs have.
public struct ExternalRecognizer: IntentRecognizer {
    /// The confidence of a reading whose engine does not say how sure it is.
    public static let silentConfidence = 0.8
    /// The most readings that are taken, and the most values of each.
    static let maximumReadings = 10
    static let maximumEntities = 64
    /// The most characters of a value.
    static let maximumLength = 4096

    /// The engine's name.
    public let engine: String
    /// Commands that cannot be said now.
    public var excluded: Set<CommandName> = []
    private let inquirer: any IntentClient
    /// The commands that a name means, the first of those that can be said; with the types of their parameters.
    private let commands: [String: [(name: CommandName, types: [String: String])]]

    /// A recognizer; an intent is a command's type, or `app/type`.
    public init(engine: String, _ inquirer: any IntentClient, catalogs: [Catalog]) {
        (self.engine, self.inquirer) = (engine, inquirer)
        var commands: [String: [(name: CommandName, types: [String: String])]] = [:]
        for catalog in catalogs {
            let patterns = Dictionary(grouping: catalog.commandPatterns, by: \.command.type)
            for command in catalog.commands {
                let declared = Dictionary(
                    (command.slots ?? []).map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
                let own = (patterns[command.type] ?? []).reduce(into: declared) { own, pattern in
                    own.merge(pattern.parameters) { first, _ in first }
                }
                let name = CommandName(app: catalog.app, type: command.type)
                for intent in ["\(catalog.app)/\(command.type)", command.type]
                where commands[intent]?.contains(where: { $0.name == name }) != true {
                    commands[intent, default: []].append((name, own))
                }
            }
        }
        self.commands = commands
    }

    /// The readings of a transcript that are commands of an app, best first.
    public func recognize(_ transcript: SpeechTranscript) async throws(EngineFailure) -> [SpeechIntent.Hypothesis] {
        guard !transcript.text.isEmpty else { return [] }
        let places = CharacterPlaces(transcript.text)
        let count = transcript.text.unicodeScalars.count
        return try await inquirer.ask(transcript.text).prefix(Self.maximumReadings).compactMap { reading in
            let command = commands[reading.intent]?.first { !excluded.contains($0.name) }
            guard let command else { return nil }
            var parameters: [String: Parameter] = [:]
            for entity in reading.entities.prefix(Self.maximumEntities) where parameters[entity.name] == nil {
                let value = String(entity.value.prefix(Self.maximumLength))
                let range = entity.range.flatMap { $0.upperBound <= count && !$0.isEmpty ? $0 : nil }
                let type = command.types[entity.name] ?? PhraseTemplate.textType
                parameters[entity.name] = Parameter(
                    value: Self.value(value, type), words: range.map(places.words) ?? value, type: type,
                    span: range.map(places.span))
            }
            let confidence = reading.confidence ?? Self.silentConfidence
            return SpeechIntent.Hypothesis(
                app: command.name.app, type: command.name.type, confidence: confidence > 0 ? min(1, confidence) : 0,
                parameters: parameters, matcher: engine)
        }.sorted { $0.confidence > $1.confidence }
    }

    private static func value(_ text: String, _ type: String) -> Parameter.Value {
        guard type == PhraseTemplate.numberType else { return .text(text) }
        if let number = Double(text), number.isFinite { return .number(number) }
        let tokens = Words.tokenize(text)
        let number = NumberParser().prefixes(of: tokens[...]).first { $0.count == tokens.count }
        return number.map { .number($0.value) } ?? .text(text)
    }
}
