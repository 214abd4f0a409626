/// The words with which people address an app by its name before a request: `ask kitchen to turn on the light`.
///
/// All entries are words or phrases in lower case, with single spaces.
public struct AddressVocabulary: Sendable, Equatable, Codable {
    /// The words before the name: `ask`, `tell`.
    public var verbs: [String]
    /// The optional words between them and the name: `the`, `à la`.
    public var articles: [String]
    /// The words between the name and the request: `to`, `nach`.
    public var links: [String]
    /// Whether the request may follow the name without such a word: "sag Küche, schalte das Licht an". Absent means no.
    var linkIsOptional: Bool?
    /// The words that are written directly behind a name with which the text begins: `で`. Absent means none.
    public var afterName: [String]?

    /// Creates a vocabulary from words in lower case.
    public init(
        verbs: [String], articles: [String], links: [String], linkIsOptional: Bool? = nil, afterName: [String]? = nil
    ) {
        (self.verbs, self.articles, self.links) = (verbs, articles, links)
        (self.linkIsOptional, self.afterName) = (linkIsOptional, afterName)
    }

    /// Returns the vocabulary for an app's language: that of the language file, if the file is for this language and
    /// has other words than English, else the built-in one; English where there is none.
    /// - Parameters:
    ///   - tag: A BCP 47 tag, such as `de-DE`.
    ///   - language: The language file in use.
    public static func words(for tag: String, in language: Language = .inUse) -> AddressVocabulary {
        if language.isFor(tag), let own = language.addresses, own != .english { return own }
        return builtIn[Language.code(of: tag)] ?? .english
    }

    /// Returns whether there are built-in words of a language, given by its BCP 47 tag.
    static func isBuiltIn(_ tag: String) -> Bool { builtIn[Language.code(of: tag)] != nil }

    /// Returns the vocabularies of all languages, that of the language file first: apps of several languages may run
    /// side by side.
    static func all(in language: Language) -> [AddressVocabulary] {
        let own = words(for: language.numbers.language, in: language)
        return [own] + allBuiltIn.filter { $0 != own }
    }

    private static let allBuiltIn = [english] + builtIn.sorted { $0.key < $1.key }.map(\.value)

    /// Returns the places at which an app's name may begin.
    /// - Parameter keys: The words of the text.
    func namePlaces(in keys: [String]) -> Set<Int> {
        let places = Self.ends(of: verbs, at: 0, in: keys)
        return places.union(places.flatMap { Self.ends(of: articles, at: $0, in: keys) })
    }

    /// Returns the place of the request behind a name; nil when there is none.
    /// - Parameters:
    ///   - end: The place behind the name.
    ///   - keys: The words of the text.
    func requestPlace(behind end: Int, in keys: [String]) -> Int? {
        let linked = Self.ends(of: links, at: end, in: keys).max()
        guard let place = linked ?? (linkIsOptional == true ? end : nil), place < keys.count else { return nil }
        return place
    }

    /// Returns the places behind the phrases that begin at a place.
    private static func ends(of phrases: [String], at place: Int, in keys: [String]) -> Set<Int> {
        var ends: Set<Int> = []
        guard place < keys.count else { return ends }
        // Most texts begin with no such word.
        for phrase in phrases where phrase.hasPrefix(keys[place]) {
            let words = phrase.split(separator: " ")
            let isThere =
                keys.count >= place + words.count
                && zip(words, keys[place...]).allSatisfy { word, key in word == key }
            if isThere { ends.insert(place + words.count) }
        }
        return ends
    }
}
