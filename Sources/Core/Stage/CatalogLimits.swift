import SaybusMessages

/// The limits of what a recognizer keeps of the catalogs that others publish.
///
/// The publisher of a catalog is the user whose key the broker has verified, and on a bus without keys the source
/// that the header names.
public struct CatalogLimits: Sendable, Equatable {
    /// The most catalogs of one publisher.
    public var catalogs = 64
    /// The most patterns, rules and values in the catalogs of one publisher.
    public var phrases = 200_000
    /// The most bytes of text in the catalogs of one publisher.
    public var bytes = 16 << 20
    /// The most changes that one publisher can make at once. Later ones wait.
    public var changes = 100
    /// The changes a second by one publisher in the long run.
    public var changesPerSecond = 20.0
    /// The most catalogs of all publishers.
    public var totalCatalogs = 1024
    /// The most bytes of text in the catalogs of all publishers.
    public var totalBytes = 64 << 20

    /// Creates the limits of all recognizers.
    public init() {}
}

/// The size of a catalog, by which it is limited.
struct CatalogSize: Sendable, Equatable {
    /// Patterns, rules and values.
    var phrases = 0
    /// Bytes of text, and a few for each text.
    var bytes = 0

    init() {}

    init(_ catalog: Catalog) {
        add(rules: catalog.rules)
        add(catalog.skipWords)
        for command in catalog.commands {
            add(command.type)
            add(command.summary)
            add(command.patterns, arePhrases: true)
            for slot in command.slots ?? [] { add([slot.name, slot.type]) }
            for group in command.groups ?? [] {
                add(group.patterns, arePhrases: true)
                add(group.keywords)
                add(rules: group.rules)
            }
        }
        for type in catalog.slotTypes ?? [] {
            add(type.name)
            for value in type.values {
                add(value.value)
                add(value.id)
                add(value.synonyms, arePhrases: true)
                add(value.spoken, arePhrases: true)
                phrases += 1
            }
        }
        for scope in (catalog.scopes ?? []) + (catalog.awaited ?? []) {
            add(scope.commands + scope.sessions.map(\.rawValue))
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
