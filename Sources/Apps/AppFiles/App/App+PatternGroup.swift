import SaybusMessages
import SaybusPhrases

extension App {
    /// Phrases of a command that are valid under conditions only, or that set parameters which their words lack.
    struct PatternGroup: Sendable, Equatable {
        /// The phrases.
        var patterns: [PhraseTemplate]
        /// The parameters that the phrases set, by name.
        var fixed: [String: Parameter.Value] = [:]
        /// The conditions that must hold, by the name of a fact: `room`, `session`, or one of a spoken value.
        var requires: [String: Catalog.Condition] = [:]
        /// The facts that must not have one of these values, by name.
        var excludes: [String: [String]] = [:]
        /// Words of which the utterance must contain at least one; empty for none.
        var keywords: [String] = []

        /// Creates a group.
        init(patterns: [PhraseTemplate]) { self.patterns = patterns }

        /// The parameters that the group itself sets.
        var ownParameters: Set<String> { Set(fixed.keys).union(requires.values.compactMap(\.slot)) }

        /// The group for recognizers.
        var inCatalog: Catalog.PatternGroup {
            Catalog.PatternGroup(
                patterns: patterns.map(\.text), fixed: fixed.isEmpty ? nil : fixed,
                requires: requires.isEmpty ? nil : requires,
                excludes: excludes.isEmpty ? nil : excludes.mapValues { Catalog.Condition(values: $0) },
                keywords: keywords.isEmpty ? nil : keywords)
        }
    }
}

extension PhraseTemplate {
    /// Returns the types of the parameters of some patterns, by name; of several, that of the first pattern.
    /// - Parameters:
    ///   - patterns: The patterns.
    ///   - declared: The types that the command declares for parameters without a type of their own.
    static func parameterTypes(_ patterns: [PhraseTemplate], declared: [Catalog.Slot] = []) -> [String: String] {
        let declared = Dictionary(declared.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        return Dictionary(
            patterns.flatMap { $0.typedParameters(declared) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the parameters with their types: that in the pattern, else the declared one, else the name itself.
    func typedParameters(_ declared: [String: String]) -> [(name: String, type: String)] {
        var seen: Set<String> = []
        return expression.slots.filter { !$0.isHidden && seen.insert($0.name).inserted }.map { slot in
            (
                slot.name,
                slot.range != nil ? PhraseTemplate.numberType : slot.type ?? declared[slot.name] ?? slot.typeName
            )
        }
    }

    /// Returns the types of all values, also of those that are no parameters.
    func usedTypes(_ declared: [Catalog.Slot]) -> Set<String> {
        let declared = Dictionary(declared.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        return Set(expression.slots.map { $0.type ?? declared[$0.name] ?? $0.typeName })
    }
}
