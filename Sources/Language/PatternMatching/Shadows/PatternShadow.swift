import SaybusMessages
import SaybusPhrases

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
    /// Whether every sentence of the pattern that was tried is lost, to this one or to others.
    public let isWhole: Bool

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
    /// - Parameter competes: Whether a reading counts beside a pattern, of all the readings that its sentence has.
    public static func find(
        _ catalogs: [Catalog], language: Language = .inUse,
        competes: (SpeechIntent.Hypothesis, CommandPattern) -> Bool = { _, _ in true }
    ) -> [PatternShadow] {
        let matcher = PatternMatcher(catalogs, language: language)
        return catalogs.flatMap { catalog in
            var sampler = SentenceSampler(catalog, seed: 1)
            return catalog.commandPatterns.flatMap { pattern in
                find(pattern, &sampler) { sentence in matcher.match(sentence).filter { competes($0, pattern) } }
            }
        }
    }

    private static func find(
        _ pattern: CommandPattern, _ sampler: inout SentenceSampler,
        _ readings: (String) -> [SpeechIntent.Hypothesis]
    ) -> [PatternShadow] {
        let (app, command) = (pattern.app, pattern.command.type)
        var lost: [(sentence: String, winner: SpeechIntent.Hypothesis)] = []
        var tried = 0
        for _ in 0..<sentencesPerPattern {
            guard let sampled = sampler.sentence(of: pattern) else { break }
            let sentence = Words.normalize(sampled).joined(separator: " ")
            let hypotheses = readings(sentence)
            guard hypotheses.contains(where: { $0.app == app && $0.type == command }) else { continue }
            tried += 1
            guard let winner = hypotheses.first, winner.app != app || winner.type != command else { continue }
            lost.append((sentence, winner))
        }
        var found: [PatternShadow] = []
        for (sentence, winner) in lost
        where !found.contains(where: { $0.winnerApp == winner.app && $0.winnerCommand == winner.type }) {
            found.append(
                PatternShadow(
                    app: app, command: command, pattern: pattern.text, sentence: sentence, winnerApp: winner.app,
                    winnerCommand: winner.type, winnerPattern: winner.matcher ?? "", isWhole: lost.count == tried))
        }
        return found
    }
}
