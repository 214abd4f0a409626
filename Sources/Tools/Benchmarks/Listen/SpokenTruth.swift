/// Where sentences were really spoken, to compare turns with. All in milliseconds from the start.
struct SpokenTruth: Sendable {
    /// How turns fared.
    struct Verdict: Sendable, Equatable {
        /// Sentences that begin in no turn.
        var missed = 0
        /// Turns in which no sentence begins: noise, or the rest of a sentence that was cut.
        var extra = 0
        /// Turns that begin too early or in the sentence, or end in it or too late.
        var misplaced = 0
    }

    /// A turn begins at most so long before the speech: its pre-roll, and some.
    private static let lead = 1_000
    /// The edges of speech are no sharper.
    private static let tolerance = 100
    /// A turn ends at most so long after the speech.
    private static let patience = 2_000

    /// Each sentence, in order.
    var sentences: [Range<Int>] = []

    func judge(_ turns: [Range<Int>]) -> Verdict {
        var verdict = Verdict()
        var rest = turns[...]
        for sentence in sentences {
            let begin = sentence.lowerBound + Self.tolerance
            while let turn = rest.first, turn.upperBound <= begin {
                verdict.extra += 1
                rest = rest.dropFirst()
            }
            guard let turn = rest.first, turn.lowerBound < begin else {
                verdict.missed += 1
                continue
            }
            rest = rest.dropFirst()
            let isRight =
                turn.lowerBound >= sentence.lowerBound - Self.lead
                && turn.upperBound >= sentence.upperBound - Self.tolerance
                && turn.upperBound <= sentence.upperBound + Self.patience
            if !isRight { verdict.misplaced += 1 }
        }
        verdict.extra += rest.count
        return verdict
    }
}
