import SaybusMessages
import SaybusPhrases

/// The part of a pattern that is not in the network.
struct CompiledPattern: Sendable {
    let command: CommandName
    /// The pattern as written.
    let text: String
    /// The index of the pattern's conditions; nil when it has none.
    let group: Int?
}

/// The common conditions of the patterns of one group.
package struct PatternConditions: Sendable {
    let fixed: [(name: String, value: Parameter.Value)]
    let requires: [String: Catalog.Condition]
    let excludes: [String: Catalog.Condition]
    /// The keywords, one of which must be said; nil when none are required.
    package let keywords: Set<String>?

    package init(_ group: Catalog.PatternGroup) {
        fixed = (group.fixed ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        requires = group.requires ?? [:]
        excludes = group.excludes ?? [:]
        keywords = group.keywords.map { Set($0.flatMap { Words.tokenize($0).map(\.key) }) }
    }

    /// Returns the parameters that these patterns set, by name: those that are written in the group, then those of the
    /// context that it requires.
    package func values(in context: [String: String]) -> [String: Parameter.Value] {
        var values = Dictionary(fixed, uniquingKeysWith: { first, _ in first })
        for (name, condition) in requires {
            guard let slot = condition.slot, values[slot] == nil, let value = context[name] else { continue }
            values[slot] = .text(value)
        }
        return values
    }

    /// Whether the context decides: whether some of it is required or excluded.
    package var dependOnContext: Bool { !requires.isEmpty || !excludes.isEmpty }

    /// Returns whether a value with this context is possible. Conditions on context that is not known yet count as met.
    func allows(_ context: [String: String]) -> Bool {
        requires.allSatisfy { name, condition in
            context[name].map { value in condition.values?.contains(value) ?? true } ?? true
        } && (excludes.isEmpty || excludesNothing(KnownFacts(context)))
    }

    /// Returns whether all required context is known, and no excluded context is.
    package func areMet(_ facts: KnownFacts) -> Bool {
        requires.allSatisfy { name, condition in
            facts[name].map { value in condition.values?.contains(value) ?? true } ?? false
        } && excludesNothing(facts)
    }

    private func excludesNothing(_ context: KnownFacts) -> Bool {
        excludes.allSatisfy { name, condition in
            context[name].map { value in !(condition.values?.contains(value) ?? true) } ?? true
        }
    }
}
