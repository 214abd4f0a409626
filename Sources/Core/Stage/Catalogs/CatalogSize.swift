import SaybusMessages

/// The size of a catalog, by which it is limited.
struct CatalogSize: Sendable, Equatable {
    /// Patterns, rules and values.
    var phrases = 0
    /// Bytes of text, and a few for each text.
    var bytes = 0

    init(_ catalog: Catalog) {
        add([catalog.app, catalog.language, catalog.revision])
        add(rules: catalog.rules)
        add(catalog.skipWords)
        for command in catalog.commands {
            add(command.type)
            add(command.summary)
            add(command.patterns, arePhrases: true)
            add(command.phrases, arePhrases: true)
            for slot in command.slots ?? [] { add([slot.name, slot.type]) }
            for group in command.groups ?? [] { add(group) }
        }
        for type in catalog.slotTypes ?? [] {
            add(type.name)
            add(type.base)
            for value in type.values {
                add(value.value)
                add(value.id)
                add(value.synonyms, arePhrases: true)
                add(value.spoken, arePhrases: true)
                for (name, text) in value.context ?? [:] { add([name, text]) }
                phrases += 1
            }
        }
        for scope in (catalog.scopes ?? []) + (catalog.awaited ?? []) {
            add(scope.commands + scope.sessions.map(\.rawValue))
        }
    }

    private mutating func add(_ group: Catalog.PatternGroup) {
        add(group.patterns, arePhrases: true)
        add(group.keywords)
        add(rules: group.rules)
        for (name, value) in group.fixed ?? [:] { add([name, value.description]) }
        for conditions in [group.requires, group.excludes] {
            for (name, condition) in conditions ?? [:] {
                add([name, condition.slot ?? ""])
                add(condition.values)
            }
        }
    }

    private mutating func add(_ text: String?) { bytes += text.map { $0.utf8.count + 16 } ?? 0 }

    private mutating func add(_ texts: [String]?, arePhrases: Bool = false) {
        for text in texts ?? [] { add(text) }
        if arePhrases { phrases += texts?.count ?? 0 }
    }

    private mutating func add(rules: [String: String]?) {
        for (name, text) in rules ?? [:] { add([name, text]) }
        phrases += rules?.count ?? 0
    }

    static func + (one: CatalogSize, other: CatalogSize) -> CatalogSize {
        var sum = one
        sum.phrases += other.phrases
        sum.bytes += other.bytes
        return sum
    }
}
