import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusStatisticalMatching

/// The parameters of a command with their types, and the combinations of them that its patterns allow.
struct CommandShape: Sendable {
    let app: String
    let type: String
    /// `app/type`
    var name: String { "\(app)/\(type)" }

    /// The type of each parameter.
    private let types: [String: String]
    /// The required and the possible parameters of each pattern, one of which must fit; empty when none are known.
    private let sets: [(needed: Set<String>, all: Set<String>)]
    /// The known values by type, for types that list values.
    private let values: [String: SpokenValues]

    /// Returns the commands of the catalogs by the intent names of a model: `type`, or `app/type`.
    static func all(_ catalogs: [Catalog], intents: [String]) -> [String: CommandShape] {
        let wanted = Set(intents)
        var shapes: [String: CommandShape] = [:]
        for catalog in catalogs {
            let values = Dictionary(
                (catalog.slotTypes ?? []).filter { !$0.values.isEmpty }.map { ($0.name, SpokenValues($0)) },
                uniquingKeysWith: { first, _ in first })
            let patterns = Dictionary(grouping: catalog.commandPatterns, by: \.command.type)
            for command in catalog.commands {
                for name in ["\(catalog.app)/\(command.type)", command.type] where wanted.contains(name) {
                    // A type without an app means the first app that has it.
                    if shapes[name] == nil {
                        shapes[name] = CommandShape(
                            catalog.app, command.type, patterns[command.type] ?? [], values)
                    }
                }
            }
        }
        return shapes
    }

    private init(
        _ app: String, _ type: String, _ patterns: [CommandPattern], _ values: [String: SpokenValues]
    ) {
        (self.app, self.type, self.values) = (app, type, values)
        types = patterns.reduce(into: [:]) { types, pattern in types.merge(pattern.parameters) { first, _ in first } }
        sets = patterns.map { ($0.neededParameters, Set($0.parameters.keys)) }
    }

    /// Converts slots to parameters. Returns nil when no pattern has this combination, or a value is not of its type.
    func parameters(_ slots: [Sample.Slot], _ offsets: CharacterOffsets) -> [String: Parameter]? {
        var parameters: [String: Parameter] = [:]
        for slot in slots where parameters[slot.name] == nil {
            let words = offsets.words(slot.range)
            let type = types[slot.name] ?? PhraseTemplate.textType
            guard let value = value(words, type) else { return nil }
            parameters[slot.name] = Parameter(value: value, words: words, type: type, span: offsets.span(slot.range))
        }
        let found = Set(parameters.keys)
        let fits = sets.contains { $0.needed.isSubset(of: found) && found.isSubset(of: $0.all) }
        guard sets.isEmpty || fits else { return nil }
        return parameters
    }

    private func value(_ words: String, _ type: String) -> Parameter.Value? {
        switch type {
        case PhraseTemplate.textType: return .text(words)
        case PhraseTemplate.numberType:
            let tokens = Words.tokenize(words)
            return NumberParser().prefixes(of: tokens[...]).first { $0.count == tokens.count }.map { .number($0.value) }
        default:
            guard let values = values[type] else { return .text(words) }
            return (values.value(words) ?? (values.isOpen ? words : nil)).map { .text($0) }
        }
    }
}
