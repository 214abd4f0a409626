import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusStatisticalMatching
import SaybusSupport

/// Refuses utterances that have too little in common with what the patterns say: what a model has never seen it cannot judge.
struct VocabularyGuard: Sendable {
    /// How many of the words beside the values must be words of patterns, or of politeness.
    static let leastKnown = 0.75
    /// How many of the words of one of the command's patterns must be said.
    static let leastSaid = 0.6
    /// How many ways to say a pattern are looked at.
    static let waysPerPattern = 8

    private let known: Set<String>
    /// The words of the patterns of each command, `app/type`, without those of politeness.
    private let patterns: [String: [Set<String>]]

    init(catalogs: [Catalog]) {
        var known = BackgroundSpeech.politeness
        var patterns: [String: [Set<String>]] = [:]
        for pattern in catalogs.flatMap(\.commandPatterns) {
            known.formUnion(pattern.expression.words ?? [])
            // Of what can be said in many ways, each way that is found counts as a pattern.
            let sampler = PhraseSampler { _, _ in "" }
            var generator: any RandomNumberGenerator = SplitMix(seed: 1)
            var ways: Set<Set<String>> = []
            for _ in 0..<Self.waysPerPattern {
                guard let text = sampler.sample(pattern.expression, using: &generator) else { break }
                ways.insert(Set(Words.tokenize(text).map(\.key)).subtracting(BackgroundSpeech.politeness))
            }
            patterns["\(pattern.app)/\(pattern.command.type)", default: []] += ways
        }
        (self.known, self.patterns) = (known, patterns)
    }

    /// Whether a text says enough of a command, and little else; what is in slots is not looked at.
    func allows(_ text: String, _ slots: [Sample.Slot], as command: String) -> Bool {
        // Tokens count characters, slots Unicode scalars: the same but for signs that are put together of several.
        let tokens = Words.tokenize(text).filter { token in !slots.contains { $0.range.overlaps(token.range) } }
        let said = Set(tokens.map(\.key))
        let count = tokens.count { known.contains($0.key) }
        guard count > 0, Double(count) >= Self.leastKnown * Double(tokens.count) else { return false }
        return (patterns[command] ?? []).contains { words in
            !words.isEmpty && Double(words.intersection(said).count) >= Self.leastSaid * Double(words.count)
        }
    }
}
