import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusStatisticalMatching
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

    /// Returns whether a text has enough words of a command and few others; words in slots are ignored.
    ///
    /// "don't open the door" and "is the door open" have nearly all words of a command, and do not mean it.
    func allows(_ text: String, _ slots: [Sample.Slot], as command: String) -> Bool {
        // Tokens count characters and slots count Unicode scalars, which differ only for combined characters.
        let tokens = Words.tokenize(text).filter { token in !slots.contains { $0.range.overlaps(token.range) } }
        let said = Set(tokens.map(\.key))
        let changing = said.intersection(BackgroundSpeech.changingWords)
        guard changing.isSubset(of: own[command] ?? []) else { return false }
        let count = tokens.count { known.contains($0.key) }
        guard count > 0, Double(count) >= Self.minimumKnownShare * Double(tokens.count) else { return false }
        return (patterns[command] ?? []).contains { words in
            !words.isEmpty && Double(words.intersection(said).count) >= Self.minimumSpokenShare * Double(words.count)
        }
    }
}
