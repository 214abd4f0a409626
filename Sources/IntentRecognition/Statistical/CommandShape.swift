import Messages
import Phrases
import StatisticalMatching

/// What a command needs to be carried out: its parameters with their types, and which of them always come together.
struct CommandShape: Sendable {
    let app: String
    let type: String
    /// `app/type`
    var name: String { "\(app)/\(type)" }

    /// The type of each parameter.
    private let types: [String: String]
    /// The parameters of each pattern; one of these sets must be found. Empty when nothing is known of them.
    private let sets: Set<Set<String>>
    /// The known values of each type that has any, by how they sound and as they are written.
    private let values: [String: SpokenValues]

    /// The commands of the catalogs, by the intents of a model: `type`, or `app/type`.
    static func all(_ catalogs: [Catalog], intents: [String]) -> [String: CommandShape] {
        let wanted = Set(intents)
        var shapes: [String: CommandShape] = [:]
        for catalog in catalogs {
            let values = Dictionary(
                (catalog.slotTypes ?? []).filter { !$0.values.isEmpty }.map { ($0.name, SpokenValues($0)) },
                uniquingKeysWith: { first, _ in first })
            for command in catalog.commands {
                for name in ["\(catalog.app)/\(command.type)", command.type] where wanted.contains(name) {
                    // A type without its app is the first app's that has it.
                    if shapes[name] == nil { shapes[name] = CommandShape(catalog.app, command, values) }
                }
            }
        }
        return shapes
    }

    private init(_ app: String, _ command: Catalog.Command, _ values: [String: SpokenValues]) {
        (self.app, type, self.values) = (app, command.type, values)
        var types: [String: String] = [:]
        var sets: Set<Set<String>> = []
        for pattern in command.patterns {
            guard let template = try? PhraseTemplate(pattern) else { continue }
            for (name, type) in template.parameters where types[name] == nil { types[name] = type }
            sets.insert(Set(template.parameters.map(\.name)))
        }
        (self.types, self.sets) = (types, sets)
    }

    /// The parameters that slots say; nil when they are not what any pattern of the command has, or a value is none of its type.
    func parameters(_ slots: [Sample.Slot], _ places: CharacterPlaces) -> [String: Parameter]? {
        var parameters: [String: Parameter] = [:]
        for slot in slots where parameters[slot.name] == nil {
            let words = places.words(slot.range)
            let type = types[slot.name] ?? PhraseTemplate.textType
            guard let value = value(words, type) else { return nil }
            parameters[slot.name] = Parameter(value: value, words: words, type: type, span: places.span(slot.range))
        }
        guard sets.isEmpty || sets.contains(Set(parameters.keys)) else { return nil }
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
            return values.value(words).map { .text($0) }
        }
    }
}
