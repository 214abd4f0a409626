/// The true extents of the spoken sentences, to compare turns with. All times are in milliseconds from the
/// start.
struct SpeechGroundTruth: Sendable {
    /// The result of a comparison.
    struct Verdict: Sendable, Equatable {
        /// Sentences that begin in no turn.
        var missed = 0
        /// Turns in which no sentence begins: noise, the rest of a split sentence, or a turn that begins within its
        /// sentence.
        var extra = 0
        /// Turns that begin too early, or end within the sentence or too late.
        var misplaced = 0
    }

    /// The maximum time from a turn's beginning to the speech: the pre-roll and a margin.
    private static let lead = 1_000
    /// The precision of the true extents.
    private static let tolerance = 100
    /// The maximum time from the end of speech to the turn's end.
    private static let maximumTail = 2_000

    /// The extents of the sentences, in order.
    var sentences: [Range<Int>] = []

    /// Compares turns, in order of time, with the sentences.
    func evaluate(_ turns: [Range<Int>]) -> Verdict {
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
                && turn.upperBound <= sentence.upperBound + Self.maximumTail
            if !isRight { verdict.misplaced += 1 }
        }
        verdict.extra += rest.count
        return verdict
    }
}
