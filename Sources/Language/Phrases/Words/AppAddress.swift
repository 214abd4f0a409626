/// A request that names its app, as in "ask kitchen to turn on the light".
public struct AppAddress: Sendable, Equatable {
    /// The app's name on the bus.
    public let app: String
    /// The request without the address, as written in the text.
    public let request: String
    /// The index of the request's first character in the text.
    public let offset: Int

    /// Returns the pattern for the words that address an app before a request; nil when the app's name has no words, or
    /// when the language has no such words before a name.
    /// - Parameters:
    ///   - app: The app's name.
    ///   - tag: The app's language, as a BCP 47 tag.
    public static func pattern(of app: String, language tag: String = "en-US") -> String? {
        let (name, vocabulary) = (words(of: app), AddressVocabulary.words(for: tag))
        guard !name.isEmpty, !vocabulary.verbs.isEmpty else { return nil }
        func choice(_ words: [String]) -> String { "(\(words.joined(separator: "|")))" }
        func optional(_ words: [String]) -> String { words.isEmpty ? "" : "[\(choice(words))] " }
        let links = vocabulary.links
        let link = vocabulary.linkIsOptional == true || links.isEmpty ? optional(links) : choice(links)
        return "\(choice(vocabulary.verbs)) \(optional(vocabulary.articles))\(name.joined(separator: " ")) \(link)"
    }

    /// Returns the words of an app's name, which hyphens, full stops and underscores separate.
    private static func words(of app: String) -> [String] {
        app.split { "-_.".contains($0) }.flatMap { Words.normalize(String($0)) }
    }

    /// Reads a text; nil when it does not address any of the apps by name. If several names match, the longest one
    /// counts. The address may be in any language of which the words are known.
    /// - Parameters:
    ///   - text: The text.
    ///   - apps: The names of the apps.
    ///   - language: The language file in use.
    public init?(_ text: String, apps: some Collection<String>, in language: Language = .inUse) {
        let tokens = Words.tokenize(text, limit: 64)
        let keys = tokens.map(\.key)
        var best: (app: String, count: Int, offset: Int)?
        for vocabulary in AddressVocabulary.all(in: language) {
            let places = vocabulary.namePlaces(in: keys)
            // Most texts have no such words, and the names of many apps need not be divided.
            let behind = vocabulary.afterName?.filter { text.contains($0) } ?? []
            guard !places.isEmpty || !behind.isEmpty else { continue }
            for app in apps {
                let name = Self.words(of: app)
                guard !name.isEmpty, name.count > best?.count ?? 0 else { continue }
                if let end = Self.end(of: name, in: text, before: behind) { best = (app, name.count, end) }
                let nameKeys = name.map(Words.key)
                let ends = places.filter { keys.dropFirst($0).starts(with: nameKeys) }.map { $0 + name.count }
                guard let request = ends.compactMap({ vocabulary.requestPlace(behind: $0, in: keys) }).max() else {
                    continue
                }
                best = (app, name.count, tokens[request].range.lowerBound)
            }
        }
        guard let best else { return nil }
        (app, offset) = (best.app, best.offset)
        request = String(text.dropFirst(offset))
    }

    /// Returns the place of the request in a text that begins with a name and one of some words directly behind it;
    /// nil when the text has none.
    private static func end(of name: [String], in text: String, before words: [String]) -> Int? {
        guard !words.isEmpty else { return nil }
        let written = name.joined(separator: " ")
        let beginning = text.prefix(written.count).lowercased()
        guard beginning.split(whereSeparator: { "-_. ".contains($0) }).elementsEqual(written.split(separator: " "))
        else { return nil }
        let behind = text.dropFirst(written.count).drop { $0 == " " }
        for word in words.sorted(by: { $0.count > $1.count }) where behind.hasPrefix(word) {
            let request = behind.dropFirst(word.count).drop { !$0.isLetter && !$0.isNumber }
            if !request.isEmpty { return text.count - request.count }
        }
        return nil
    }
}
