import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusSupport

/// A filter for utterances that share too few words with the patterns, which a model trained from them cannot judge.
struct VocabularyGuard: Sendable {
    /// The minimum share of words outside slots that must be words of patterns or surrounding words.
    static let minimumKnownShare = 0.75
    /// The minimum share of the words of one of the command's patterns that must be said.
    static let minimumSpokenShare = 0.6
    /// The number of sentences sampled from each pattern.
    static let samplesPerPattern = 8

    private let known: Set<String>
    /// The words of each command's patterns, `app/type`.
    private let own: [String: Set<String>]
    /// The words of the sampled sentences of each command, `app/type`, without surrounding words.
    private let patterns: [String: [Set<String>]]

    init(catalogs: [Catalog]) {
        var known = BackgroundSpeech.surroundingWords
        var (own, patterns): ([String: Set<String>], [String: [Set<String>]]) = ([:], [:])
        for pattern in catalogs.flatMap(\.commandPatterns) {
            known.formUnion(pattern.expression.words ?? [])
            own["\(pattern.app)/\(pattern.command.type)", default: []].formUnion(pattern.expression.words ?? [])
            // Each distinct sampled sentence counts as a pattern.
            let sampler = PhraseSampler { _, _ in "" }
            var generator: any RandomNumberGenerator = SplitMix(seed: 1)
            var sentences: Set<Set<String>> = []
            for _ in 0..<Self.samplesPerPattern {
                guard let text = sampler.sample(pattern.expression, using: &generator) else { break }
                sentences.insert(Set(Words.tokenize(text).map(\.key)).subtracting(BackgroundSpeech.surroundingWords))
            }
            patterns["\(pattern.app)/\(pattern.command.type)", default: []] += sentences
        }
        (self.known, self.own, self.patterns) = (known, own, patterns)
    }

    /// Returns the words of a command's patterns, `app/type`.
    func words(of command: String) -> Set<String> { own[command] ?? [] }

    /// Returns whether a text has enough words of a command and few others; words of values are ignored.
    ///
    /// "don't open the door" and "is the door open" have nearly all words of a command, and do not mean it.
    /// - Parameter values: The places of the values, in characters. A word that a value covers only in part, such as the
    ///   "don't" of the value "'t need milk", counts as a word outside of it.
    func allows(_ text: String, _ values: [Range<Int>], as command: String) -> Bool {
        let tokens = Words.tokenize(text)
        let outside = tokens.filter { token in
            !values.contains { $0.lowerBound <= token.range.lowerBound && token.range.upperBound <= $0.upperBound }
        }
        let own = words(of: command)
        guard !isAnother(tokens, outside.filter { !own.contains($0.key) }) else { return false }
        let said = Set(outside.map(\.key))
        let count = outside.count { known.contains($0.key) }
        guard count > 0, Double(count) >= Self.minimumKnownShare * Double(outside.count) else { return false }
        return (patterns[command] ?? []).contains { words in
            !words.isEmpty && Double(words.intersection(said).count) >= Self.minimumSpokenShare * Double(words.count)
        }
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
