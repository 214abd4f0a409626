import SaybusPocketSphinx

/// Words beside a command that take it back: a correction after it (`cancel all timers, no wait, don't`), and words
/// before it with which it is none (`do not unlock the door`, `did you unlock the door`).
///
/// No grammar has them, and the command beside them fits well. So the user is asked.
enum SpokenCorrection {
    /// The highest confidence of a command that seems to be taken back, at which the user is asked.
    static let confidence = 0.4

    /// The least duration of the words of correction, in frames. "No" alone sounds like "now".
    private static let minimumFrames = 40
    /// The lowest score per frame of a word that was said. Words of a voice that suits the model score -20 to -50.
    private static let minimumScore = -60.0
    /// The least duration of the words before a command, in frames. The shortest, "don't", lasts for 19 or more.
    private static let minimumFramesBefore = 16
    /// The lowest score per frame of a word before a command. Synthesized voices score down to -88.
    private static let minimumScoreBefore = -90.0

    /// Returns whether a correction seems to follow the words of a hypothesis.
    static func follows(_ hypothesis: SphinxHypothesis, in samples: [Int16]) -> Bool {
        hasSound(hypothesis.corrections(from: minimumScore), lasting: minimumFrames, like: hypothesis, in: samples)
    }

    /// Returns whether words seem to precede those of a hypothesis that make it a prohibition or a question.
    static func precedes(_ hypothesis: SphinxHypothesis, in samples: [Int16]) -> Bool {
        hasSound(
            hypothesis.objections(from: minimumScoreBefore), lasting: minimumFramesBefore, like: hypothesis, in: samples
        )
    }

    /// Returns whether words last for some frames, and sound like those of the command.
    private static func hasSound(
        _ words: [SphinxHypothesis.Segment], lasting least: Int, like hypothesis: SphinxHypothesis,
        in samples: [Int16]
    ) -> Bool {
        words.reduce(0) { $0 + $1.scoredFrames } >= least && hypothesis.isAsLoud(as: words, in: samples)
    }
}
