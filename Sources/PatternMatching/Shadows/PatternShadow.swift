import Messages
import Phrases

/// A pattern some of whose sentences are taken by another command, of the same app or of another.
public struct PatternShadow: Sendable, Equatable, CustomStringConvertible {
    /// Whose pattern it is.
    public let app: String
    /// The type of the command.
    public let command: String
    /// The pattern as written.
    public let pattern: String
    /// A sentence of it that is lost.
    public let sentence: String
    /// Who takes the sentence.
    public let winnerApp: String
    /// The type of the command that takes it.
    public let winnerCommand: String
    /// The pattern that takes it.
    public let winnerPattern: String

    /// `app/command "pattern": "sentence" is taken by app/command "pattern"`
    public var description: String {
        "\(app)/\(command) \"\(pattern)\": \"\(sentence)\" is taken by \(winnerApp)/\(winnerCommand) \"\(winnerPattern)\""
    }

    /// How many sentences of each pattern are tried.
    public static let sentencesPerPattern = 4

    /// The shadowed patterns of catalogs, one finding a pattern and winner at most, in catalog order.
    ///
    /// A few sentences of each pattern are matched with all patterns, the same ones each time. So what is found is so; what
    /// is rare may not be found. Patterns whose conditions nothing but a context can meet are not looked at.
    public static func find(_ catalogs: [Catalog], language: Language = .english) -> [PatternShadow] {
        let matcher = PatternMatcher(catalogs, language: language)
        var shadows: [PatternShadow] = []
        for catalog in catalogs {
            var sampler = SentenceSampler(catalog, seed: 1)
            let rules = expressions(catalog.rules)
            for command in catalog.commands {
                for text in command.patterns {
                    shadows += find(text, rules, command, catalog.app, matcher, &sampler)
                }
                for group in command.groups ?? [] {
                    let rules = rules.merging(expressions(group.rules)) { _, own in own }
                    for text in group.patterns {
                        shadows += find(text, rules, command, catalog.app, matcher, &sampler)
                    }
                }
            }
        }
        return shadows
    }

    private static func expressions(_ texts: [String: String]?) -> [String: PhraseExpression] {
        (texts ?? [:]).compactMapValues { try? PhraseTemplate($0).expression }
    }

    private static func find(
        _ text: String, _ rules: [String: PhraseExpression], _ command: Catalog.Command, _ app: String,
        _ matcher: PatternMatcher, _ sampler: inout SentenceSampler
    ) -> [PatternShadow] {
        guard let expression = try? PhraseTemplate(text).expression else { return [] }
        var found: [PatternShadow] = []
        for _ in 0..<sentencesPerPattern {
            guard let sampled = sampler.sentence(expression, rules: rules, of: command) else { return found }
            let sentence = Words.normalize(sampled).joined(separator: " ")
            let hypotheses = matcher.match(sentence)
            guard let winner = hypotheses.first, winner.app != app || winner.type != command.type,
                hypotheses.contains(where: { $0.app == app && $0.type == command.type })
            else { continue }
            let shadow = PatternShadow(
                app: app, command: command.type, pattern: text, sentence: sentence, winnerApp: winner.app,
                winnerCommand: winner.type, winnerPattern: winner.matcher ?? "")
            if !found.contains(where: { $0.winnerApp == shadow.winnerApp && $0.winnerCommand == shadow.winnerCommand })
            {
                found.append(shadow)
            }
        }
        return found
    }
}
