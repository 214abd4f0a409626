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
    /// The patterns, one of which must fit; empty when none are known.
    private let sets: [ParameterSet]
    /// The context of the values of lists, by type and value.
    private let contexts: [String: [String: [String: String]]]
    /// The reader of the values.
    private let reader: SlotValueReader
    /// The most words of a listed value that is searched for.
    private static let maximumValueWords = 4

    /// The parameters of a pattern, with the conditions of its group.
    private struct ParameterSet: Sendable {
        let needed: Set<String>
        let all: Set<String>
        /// The ranges that the pattern itself states, by parameter.
        let ranges: [String: [NumberRange]]
        let conditions: PatternConditions?
        /// The pattern's words, also those of optional parts.
        let words: Set<String>
    }

    /// Returns the commands of the catalogs by the intent names of a model: `type`, or `app/type`.
    static func all(_ catalogs: [Catalog], intents: [String]) -> [String: CommandShape] {
        let wanted = Set(intents)
        var shapes: [String: CommandShape] = [:]
        for catalog in catalogs {
            let values = Dictionary(
                (catalog.slotTypes ?? []).filter { !$0.values.isEmpty }.map {
                    ($0.name, SpokenValues($0, isEnglish: catalog.isEnglish))
                },
                uniquingKeysWith: { first, _ in first })
            let others = (catalog.slotTypes ?? []).filter(\.values.isEmpty)
            let contexts = Dictionary(
                (catalog.slotTypes ?? []).map { type in
                    let values = type.values.flatMap { value in
                        value.context.map { context in value.meanings.map { ($0.value.description, context) } } ?? []
                    }
                    // Of several things with one name, only what they have in common is known.
                    let common = Dictionary(values) { first, other in first.filter { other[$0.key] == $0.value } }
                    return (type.name, common)
                }, uniquingKeysWith: { first, _ in first })
            let patterns = Dictionary(grouping: catalog.commandPatterns, by: \.command.type)
            for command in catalog.commands {
                for name in ["\(catalog.app)/\(command.type)", command.type] where wanted.contains(name) {
                    // A type without an app means the first app that has it.
                    if shapes[name] == nil {
                        shapes[name] = CommandShape(
                            catalog.app, command.type, patterns[command.type] ?? [], values, others, contexts)
                    }
                }
            }
        }
        return shapes
    }

    private init(
        _ app: String, _ type: String, _ patterns: [CommandPattern], _ values: [String: SpokenValues],
        _ others: [Catalog.SlotType], _ contexts: [String: [String: [String: String]]]
    ) {
        (self.app, self.type, self.contexts) = (app, type, contexts)
        let types = patterns.reduce(into: [String: String]()) { types, pattern in
            types.merge(pattern.parameters) { first, _ in first }
        }
        self.types = types
        reader = SlotValueReader(types: Set(types.values), lists: values, others)
        sets = patterns.map { pattern in
            ParameterSet(
                needed: pattern.neededParameters, all: Set(pattern.parameters.keys), ranges: pattern.ranges,
                conditions: pattern.group.map(PatternConditions.init), words: pattern.expression.words ?? [])
        }
    }

    /// Converts slots to parameters. Returns nil when no pattern has this combination, or a value is not of its type.
    /// - Parameter facts: The facts about the conversation, for the conditions of patterns.
    func parameters(
        _ slots: [Sample.Slot], _ offsets: CharacterOffsets, facts: [String: String] = [:]
    ) -> [String: Parameter]? {
        var parameters: [String: Parameter] = [:]
        let text = offsets.text
        let tokens = Words.tokenize(text, limit: 64)
        let spans = slots.map { offsets.span($0.range) }.map { $0.start..<$0.end }
        for (slot, span) in zip(slots, spans) where parameters[slot.name] == nil {
            let type = types[slot.name] ?? PhraseTemplate.textType
            // The model may have divided one value into two slots of the same name.
            let others = zip(slots, spans).filter { $0.0.name != slot.name }.map(\.1)
            let whole = reader.wholeValue(at: span, type, text, tokens, besides: others)
            let words = String(text.dropFirst(whole.lowerBound).prefix(whole.count))
            guard !reader.isFraction(at: whole, type, tokens), var parameter = reader.parameter(words, type) else {
                return nil
            }
            parameter.span = .init(start: whole.lowerBound, end: whole.upperBound)
            parameters[slot.name] = parameter
        }
        var completed = parameters
        addListedValues(&completed, text, tokens)
        let words = Set(tokens.map(\.key))
        return completeValues(completed, words, facts) ?? completeValues(parameters, words, facts)
    }

    /// Returns the parameters with those that the pattern's group sets; nil when no pattern has this combination, these
    /// numbers in its ranges and its conditions met, or when several groups set other ones and the words do not tell
    /// which is meant.
    private func completeValues(
        _ found: [String: Parameter], _ words: Set<String>, _ facts: [String: String]
    ) -> [String: Parameter]? {
        guard !sets.isEmpty else { return found }
        let names = Set(found.keys)
        let context = found.sorted { $0.key < $1.key }.reduce(into: facts) { context, entry in
            guard let type = types[entry.key] else { return }
            context.merge(contexts[type]?[entry.value.value.description] ?? [:]) { _, own in own }
        }
        let fitting = sets.filter { set in
            guard set.needed.isSubset(of: names), names.isSubset(of: set.all),
                found.allSatisfy({ name, parameter in set.ranges[name]?.contain(parameter.value) ?? true })
            else { return false }
            guard let conditions = set.conditions else { return true }
            return conditions.areMet(KnownFacts(context))
                && conditions.keywords.map { !$0.isDisjoint(with: words) } ?? true
        }
        func values(_ sets: [ParameterSet]) -> [[String: Parameter.Value]] {
            sets.map { $0.conditions?.values(in: context) ?? [:] }
        }
        var possible = values(fitting)
        if let first = possible.first, !possible.allSatisfy({ $0 == first }) {
            possible = values(fitting.filter { $0.words.isSubset(of: words) })
        }
        guard let only = possible.first, possible.allSatisfy({ $0 == only }) else { return nil }
        return only.reduce(into: found) { found, value in
            found[value.key] =
                found[value.key]
                ?? Parameter(value: value.value, words: "", type: PhraseTemplate.textType, confidence: 1)
        }
    }

    /// Returns whether a text has another value of the command's lists: of "the kitchen light and the hall light", one
    /// parameter holds only one.
    /// - Parameter words: The words of the command's patterns, which are no values.
    func hasFurtherValue(_ text: String, besides parameters: [String: Parameter], than words: Set<String>) -> Bool {
        let ignored = words.union(Language.inUse.functionWords)
        let tokens = Words.tokenize(text, limit: 64)
        let known = parameters.values.map(\.value)
        let values = parameters.values.compactMap(\.span).map { $0.start..<$0.end }
        let taken = values + tokens.filter { ignored.contains($0.key) }.map(\.range)
        return Set(types.values).compactMap { reader.list(of: $0) }.contains { list in
            var taken = taken
            while let (range, entry) = Self.listed(list, in: tokens, besides: taken) {
                // A value may be said twice.
                guard known.contains(entry.value) else { return true }
                taken.append(range)
            }
            return false
        }
    }

    /// Adds listed values that the tagger has missed. They replace words that are no value of their own list, and such
    /// words are dropped if they mean nothing by themselves.
    private func addListedValues(_ parameters: inout [String: Parameter], _ text: String, _ tokens: [Token]) {
        func isListed(_ parameter: Parameter) -> Bool { parameter.resolution?.status == .matched }
        let missing = types.keys.sorted().filter { name in
            parameters[name].map { !isListed($0) } ?? true && reader.list(of: types[name]) != nil
        }
        guard !missing.isEmpty else { return }
        for name in missing {
            guard let type = types[name], let list = reader.list(of: type) else { continue }
            let taken = parameters.values.filter(isListed).compactMap(\.span).map { $0.start..<$0.end }
            guard let (range, entry) = Self.listed(list, in: tokens, besides: taken) else { continue }
            parameters = parameters.filter { other in
                isListed(other.value) || other.value.span.map { !($0.start..<$0.end).overlaps(range) } ?? true
            }
            let words = String(text.dropFirst(range.lowerBound).prefix(range.count))
            parameters[name] = Parameter(
                value: entry.value, words: words, type: type,
                span: .init(start: range.lowerBound, end: range.upperBound), resolution: entry.resolution)
        }
        let functionWords = Language.inUse.functionWords
        parameters = parameters.filter { name, parameter in
            parameter.resolution?.status != .unmatched || reader.list(of: types[name]) == nil
                || !Words.tokenize(parameter.words).allSatisfy { functionWords.contains($0.key) }
        }
    }

    /// Returns the longest value of a list among words.
    private static func listed(
        _ list: SpokenValues, in tokens: [Token], besides taken: [Range<Int>]
    ) -> (range: Range<Int>, entry: SpokenValues.Entry)? {
        for count in stride(from: min(maximumValueWords, tokens.count), to: 0, by: -1) {
            for start in 0...(tokens.count - count) {
                let part = tokens[start..<start + count]
                guard let first = part.first, let last = part.last else { continue }
                let range = first.range.lowerBound..<last.range.upperBound
                guard !taken.contains(where: range.overlaps), let entry = list.exactEntry(part.map(\.key)) else {
                    continue
                }
                return (range, entry)
            }
        }
        return nil
    }
}
