import Messages
import Phrases
import StatisticalMatching

/// Refuses utterances with too many words that no pattern has: what a model has never seen it cannot judge.
struct VocabularyGuard: Sendable {
    /// How many of the words beside the values must be known.
    static let leastShare = 0.7

    private let known: Set<String>

    init(catalogs: [Catalog]) {
        var known = BackgroundSpeech.politeness
        for catalog in catalogs {
            for command in catalog.commands {
                for pattern in command.patterns { known.formUnion(PatternWords.literals(pattern).map(Words.key(of:))) }
            }
        }
        self.known = known
    }

    /// Whether enough of a text is known; what is in slots is not looked at.
    func allows(_ text: String, _ slots: [Sample.Slot]) -> Bool {
        // Tokens count characters, slots Unicode scalars: the same but for signs that are put together of several.
        let others = Words.tokenize(text).filter { token in !slots.contains { $0.range.overlaps(token.range) } }
        guard !others.isEmpty else { return false }
        let count = others.count { known.contains($0.key) }
        return count > 0 && Double(count) >= Self.leastShare * Double(others.count)
    }
}
