import SaybusMessages
import SaybusPhrases

/// A pattern that is shadowed: another command, of the same app or of another one, wins some of its sentences.
public struct PatternShadow: Sendable, Equatable, CustomStringConvertible {
    /// The name of the app that owns the pattern.
    public let app: String
    /// The type of the pattern's command.
    public let command: String
    /// The pattern as written.
    public let pattern: String
    /// A sentence of the pattern that the other command wins.
    public let sentence: String
    /// The name of the app that wins the sentence.
    public let winnerApp: String
    /// The type of the command that wins the sentence.
    public let winnerCommand: String
    /// The pattern that wins the sentence.
    public let winnerPattern: String
    /// Whether all tested sentences of the pattern are won by this command or by others.
    public let isWhole: Bool

    /// `app/command "pattern": "sentence" is taken by app/command "pattern"`
    public var description: String {
        "\(app)/\(command) \"\(pattern)\": \"\(sentence)\" is taken by \(winnerApp)/\(winnerCommand) \"\(winnerPattern)\""
    }

    /// The number of sentences that are tested for each pattern.
    public static let sentencesPerPattern = 4

    /// Returns the shadowed patterns of catalogs, in catalog order, one for each pair of pattern and winner.
    ///
    /// A few random sentences of each pattern, the same ones each time, are matched with all patterns. Every
    /// finding is real, but rare shadows may be missed. Patterns with conditions that only a context can meet
    /// are not tested.
    /// - Parameter competes: Whether a hypothesis competes with a pattern for the pattern's sentence.
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
