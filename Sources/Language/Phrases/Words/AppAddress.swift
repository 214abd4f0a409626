/// A request that names its app, as in "ask kitchen to turn on the light".
public struct AppAddress: Sendable, Equatable {
    /// The app's name on the bus.
    public let app: String
    /// The request without the address, as written in the text.
    public let request: String
    /// The index of the request's first character in the text.
    public let offset: Int

    private static let verbs = ["ask", "tell"]
    private static let articles = ["the", "my"]
    private static let links = ["to", "for", "about", "that", "and"]

    /// Returns the pattern for the words that address an app before a request; nil when the app's name has no words.
    public static func pattern(of app: String) -> String? {
        let name = words(of: app)
        guard !name.isEmpty else { return nil }
        func choice(_ words: [String]) -> String { "(\(words.joined(separator: "|")))" }
        return "\(choice(verbs)) [\(choice(articles))] \(name.joined(separator: " ")) \(choice(links))"
    }

    /// Returns the words of an app's name, which hyphens, full stops and underscores separate.
    private static func words(of app: String) -> [String] {
        app.split { "-_.".contains($0) }.flatMap { Words.normalize(String($0)) }
    }

    /// Reads a text; nil when it does not address any of the apps by name. If several names match, the longest one
    /// counts.
    public init?(_ text: String, apps: some Sequence<String>) {
        let tokens = Words.tokenize(text, limit: 64)
        guard tokens.count > 3, Self.verbs.contains(tokens[0].text) else { return nil }
        let rest = tokens.dropFirst(Self.articles.contains(tokens[1].text) ? 2 : 1)
        var best: (app: String, count: Int)?
        for app in apps {
            let name = Self.words(of: app)
            guard !name.isEmpty, name.count > best?.count ?? 0, rest.lazy.map(\.text).starts(with: name),
                let link = rest.dropFirst(name.count).first?.text, Self.links.contains(link),
                rest.count > name.count + 1
            else { continue }
            best = (app, name.count)
        }
        guard let best, let first = rest.dropFirst(best.count + 1).first else { return nil }
        (app, offset) = (best.app, first.range.lowerBound)
        request = String(text.dropFirst(offset))
    }
}
