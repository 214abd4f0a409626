import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusSupport

/// A filter for utterances that have too few words of a command's patterns, or others that mean something. A model
/// trained from the patterns cannot judge them.
struct VocabularyGuard: Sendable {
    /// The minimum share of the words of one of the command's patterns that must be said.
    static let minimumSpokenShare = 0.6
    /// The number of sentences sampled from each pattern.
    static let samplesPerPattern = 8

    /// The words of each command's patterns, `app/type`.
    private let own: [String: Set<String>]
    /// The words of the sampled sentences of each command, `app/type`, in their order, without surrounding words.
    private let patterns: [String: [[String]]]

    init(catalogs: [Catalog]) {
        var (own, patterns): ([String: Set<String>], [String: [[String]]]) = ([:], [:])
        for pattern in catalogs.flatMap(\.commandPatterns) {
            own["\(pattern.app)/\(pattern.command.type)", default: []].formUnion(pattern.expression.words ?? [])
            // Each distinct sampled sentence counts as a pattern.
            let sampler = PhraseSampler { _, _ in "" }
            var generator: any RandomNumberGenerator = SplitMix(seed: 1)
            var sentences: Set<[String]> = []
            for _ in 0..<Self.samplesPerPattern {
                guard let text = sampler.sample(pattern.expression, using: &generator) else { break }
                sentences.insert(
                    Words.tokenize(text).map(\.key).filter { !BackgroundSpeech.surroundingWords.contains($0) })
            }
            patterns["\(pattern.app)/\(pattern.command.type)", default: []] += sentences
        }
        (self.own, self.patterns) = (own, patterns)
    }

    /// Returns the words of a command's patterns, `app/type`.
    func words(of command: String) -> Set<String> { own[command] ?? [] }

    /// Returns whether a text has enough words of a command, and no others that mean something; words of values are
    /// ignored.
    ///
    /// "don't open the door" and "is the door open" have nearly all words of a command, and do not mean it. "Cancel all
    /// alarms" does not mean all timers, nor "close the blinds halfway" all the way. Only the verb at the beginning may be
    /// another one with the same meaning: "switch the light on".
    /// - Parameter values: The places of the values, in characters. A word that a value covers only in part, such as the
    ///   "don't" of the value "'t need milk", counts as a word outside of it.
    func allows(_ text: String, _ values: [Range<Int>], as command: String) -> Bool {
        let tokens = Words.tokenize(text)
        let outside = tokens.filter { token in
            !values.contains { $0.lowerBound <= token.range.lowerBound && token.range.upperBound <= $0.upperBound }
        }
        let own = words(of: command)
        let foreign = outside.filter { !own.contains($0.key) }
        guard !outside.isEmpty, !isAnother(tokens, foreign) else { return false }
        let said = Set(outside.map(\.key))
        let others = foreign.map(\.key).filter { word in
            let isOpposite = BackgroundSpeech.opposites[word].map(own.contains) ?? false
            return isOpposite || !BackgroundSpeech.fillers.contains(word) && !WordForms.have(word, one: own)
        }
        guard others.count < 2 else { return false }
        let other = others.first
        let first = outside.first { !BackgroundSpeech.fillers.contains($0.key) }?.key
        guard other == nil || other == first else { return false }
        return (patterns[command] ?? []).contains { Self.isMeant($0, by: said, verb: other) }
    }

    /// Whether words mean a pattern.
    /// - Parameters:
    ///   - pattern: The pattern's words, in their order.
    ///   - verb: The verb that is said instead of the pattern's; nil when no other one is.
    private static func isMeant(_ pattern: [String], by said: Set<String>, verb: String?) -> Bool {
        let words = Set(pattern)
        let missing = words.filter { !WordForms.have($0, one: said) }
        // "Cancel the timer" does not mean all of them.
        guard missing.isDisjoint(with: BackgroundSpeech.indispensableWords) else { return false }
        guard let verb else {
            return !words.isEmpty
                && Double(words.count - missing.count) >= minimumSpokenShare * Double(words.count)
        }
        guard let own = pattern.first, missing == [own], words.count > 1 else { return false }
        return BackgroundSpeech.likeVerbs.contains { WordForms.have(verb, one: $0) && WordForms.have(own, one: $0) }
    }

    /// Whether words that the command does not have make another sentence of it.
    private func isAnother(_ tokens: [Token], _ foreign: [Token]) -> Bool {
        let numbers = NumberParser()
        // "Good morning" tells no time.
        let greeted = zip(tokens, tokens.dropFirst()).filter { $0.0.key == "good" }.map(\.1)
        if foreign.contains(where: { BackgroundSpeech.changingWords.contains($0.key) && !greeted.contains($0) }) {
            return true
        }
        // "At seven", and the hundred of "a hundred and ten" of which a value has only ten.
        let isNumbered = foreign.contains { token in
            !BackgroundSpeech.surroundingWords.contains(token.key)
                && !BackgroundSpeech.uncountedWords.contains(token.key)
                && !numbers.prefixes(of: [token]).isEmpty
        }
        if isNumbered { return true }
        if tokens.count > 1, BackgroundSpeech.questionVerbs.contains(tokens[0].key),
            BackgroundSpeech.questionPronouns.contains(tokens[1].key), foreign.contains(tokens[0])
        {
            return true
        }
        return zip(tokens, tokens.dropFirst()).contains { before, token in
            token.key == "and" && foreign.contains(token) && !BackgroundSpeech.wordsBeforeAnd.contains(before.key)
        }
    }
}
