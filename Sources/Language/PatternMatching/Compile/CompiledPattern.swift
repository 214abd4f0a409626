import SaybusMessages
import SaybusPhrases

/// A pattern that can be matched: all of it that is not in the network.
struct CompiledPattern: Sendable {
    let command: CommandName
    /// As written.
    let text: String
    /// Its conditions, by their index; nil when it has none.
    let group: Int?
}

/// What patterns of one group have in common.
struct PatternConditions: Sendable {
    let fixed: [(name: String, value: Parameter.Value)]
    let requires: [String: Catalog.Condition]
    let excludes: [String: Catalog.Condition]
    /// Nil when no words are asked for.
    let keywords: Set<String>?

    init(_ group: Catalog.PatternGroup) {
        fixed = (group.fixed ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        requires = group.requires ?? [:]
        excludes = group.excludes ?? [:]
        keywords = group.keywords.map { Set($0.flatMap { Words.tokenize($0).map(\.key) }) }
    }

    /// Whether a value may be meant, by what is known when it was said; what is not known decides nothing yet.
    func allows(_ context: [String: String]) -> Bool {
        requires.allSatisfy { name, condition in
            context[name].map { value in condition.values?.contains(value) ?? true } ?? true
        } && excludesNothing(context)
    }

    /// Whether all that is required is known, and nothing that is excluded.
    func areMet(_ context: [String: String]) -> Bool {
        requires.allSatisfy { name, condition in
            context[name].map { value in condition.values?.contains(value) ?? true } ?? false
        } && excludesNothing(context)
    }

    private func excludesNothing(_ context: [String: String]) -> Bool {
        excludes.allSatisfy { name, condition in
            context[name].map { value in !(condition.values?.contains(value) ?? true) } ?? true
        }
    }
}
