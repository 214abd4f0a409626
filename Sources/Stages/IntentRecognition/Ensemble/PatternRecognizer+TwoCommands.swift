import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

extension PatternRecognizer {
    /// The numbers of words, of both commands together, for which two are considered.
    private static let countsOfBoth = 5...30
    /// The fewest words of one of them, with a word such as "and".
    private static let leastOfEach = 2
    /// The words that may stand between them, and the most of these: "and then".
    private static let (links, mostLinks) = (Language.inUse.functionWords.union(BackgroundSpeech.ownFillers), 2)

    /// Returns whether a text that matches no pattern is two different commands, one after the other: "turn the lights
    /// off and cancel the alarm". A model knows one intent only, and would take it for the whole.
    func areTwoCommands(_ text: String) -> Bool {
        let words = Words.tokenize(text, limit: Self.countsOfBoth.upperBound + 1).map(\.key)
        guard Self.countsOfBoth.contains(words.count) else { return false }
        return (Self.leastOfEach...words.count - Self.leastOfEach).contains { split in
            guard let first = command(words[..<split]) else { return false }
            let rest = words[split...]
            let links = rest.prefix(Self.mostLinks).prefix(while: Self.links.contains).count
            return (0...links).contains { count in
                command(rest.dropFirst(count)).map { !Self.isSame($0, first) } ?? false
            }
        }
    }

    /// Returns the command that words are, without free-text parameters; nil for other words.
    private func command(_ words: ArraySlice<String>) -> SpeechIntent.Hypothesis? {
        matcher.match(words.joined(separator: " "), context: facts, excluding: excluded).first.flatMap {
            $0.confidence >= EnsembleRecognizer.minimumConfidence ? $0 : nil
        }
    }

    private static func isSame(_ one: SpeechIntent.Hypothesis, _ other: SpeechIntent.Hypothesis) -> Bool {
        one.app == other.app && one.type == other.type
            && one.parameters.mapValues(\.value) == other.parameters.mapValues(\.value)
    }
}
