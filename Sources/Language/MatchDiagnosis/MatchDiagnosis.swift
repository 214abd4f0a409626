import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// An answer to "why did this not match?": the patterns that are nearest to a text, with what was missing.
public struct MatchDiagnosis: Sendable {
    /// The most patterns that are compared word by word; those with the most words in common are.
    static let maximumCompared = 80
    /// The most commands that are named.
    static let maximumCommands = 5
    /// The share of the words, said or wanted, that differ at most in a pattern that is near.
    static let farthest = 0.75
    /// The same for a command that cannot be said in the session: it is named when its words are nearly those of the
    /// text.
    static let farthestAbsent = 0.4
    /// The distance by which a named pattern exceeds that of the nearest one at most.
    static let maximumBehind = 1.5
    /// The most words of a text that is explained.
    static let maximumWords = 60

    /// The nearest patterns, nearest first, at most one for each command.
    public let nearest: [NearMiss]

    /// Compares a text with the patterns of catalogs.
    /// - Parameters:
    ///   - text: The text, which did not match.
    ///   - catalogs: The catalogs of the apps.
    ///   - session: The conversation in which it was said, for scopes and facts.
    ///   - matched: The commands that the text does mean, which are left out.
    public init(_ text: String, _ catalogs: [Catalog], in session: Session, except matched: Set<CommandName> = []) {
        let tokens = Words.tokenize(text, limit: Self.maximumWords + 1)
        guard 1...Self.maximumWords ~= tokens.count else {
            nearest = []
            return
        }
        let said = Set(tokens.map(\.key))
        var ranked: [(catalog: Int, pattern: CommandPattern, score: Double)] = []
        for (index, catalog) in catalogs.enumerated() {
            for pattern in catalog.commandPatterns
            where !matched.contains(CommandName(app: pattern.app, type: pattern.command.type)) {
                let words = pattern.expression.words ?? []
                let common = Double(words.intersection(said).count)
                ranked.append((index, pattern, 2 * common / Double(said.count + min(words.count, said.count + 4))))
            }
        }
        ranked.sort { $0.score > $1.score }
        var values = catalogs.map { SlotValues($0) }
        let absent = catalogs.map { $0.absent(in: session) }
        var found: [NearMiss] = []
        for (index, pattern, _) in ranked.prefix(Self.maximumCompared) {
            let isAbsent = absent[index].contains(pattern.command.type)
            let share = isAbsent ? Self.farthestAbsent : Self.farthest
            guard let graph = PhraseGraph(pattern.expression),
                let way = WordAlignment(
                    tokens, graph, types: pattern.parameters, &values[index], limit: 2 + Double(tokens.count)),
                way.hasMatch, way.cost <= share * Double(way.wordCount)
            else { continue }
            let explanation = Explanation(way, tokens, pattern, values[index])
            found.append(
                NearMiss(
                    app: pattern.app, type: pattern.command.type, pattern: pattern.text, parts: explanation.parts,
                    distance: (way.cost * 100).rounded() / 100,
                    reason: explanation.sentence(isAbsent: isAbsent, in: session)))
        }
        let limit = (found.map(\.distance).min() ?? 0) + Self.maximumBehind
        var seen: Set<CommandName> = []
        nearest = Array(
            found.filter { $0.distance <= limit }.enumerated().sorted {
                ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
            }
            .map(\.element).filter { seen.insert(CommandName(app: $0.app, type: $0.type)).inserted }
            .prefix(Self.maximumCommands))
    }
}
