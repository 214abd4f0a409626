import Foundation

/// How sure a grammar's result is, told from how well its words fit the sound.
///
/// The engine's scores are relative to the best it can make of a frame, so they compare across voices. Two measures
/// together part what was said by the grammar from other speech best: the score of all frames (sounds that fit no
/// word become expensive noise) and that of the worst word (all but one word may fit). Weights by logistic regression
/// on commands, on other speech, and on commands with one word that the grammar lacks, of people and of a synthesizer.
struct SphinxConfidence {
    /// Below it a result is no command.
    static let threshold = 0.25

    /// For results of ``SphinxSettings/quick``.
    static let quick = SphinxConfidence(bias: 7.04, wholeWeight: 0.0330, worstWeight: 0.0943)
    /// For results of ``SphinxSettings/careful``.
    static let careful = SphinxConfidence(bias: 11.05, wholeWeight: 0.0227, worstWeight: 0.1055)

    let bias: Double
    let wholeWeight: Double
    let worstWeight: Double

    /// A whole utterance that scores less says no more than this.
    private static let leastWhole = -300.0
    /// A word shorter than this, in frames, is rated as if it were so long.
    private static let shortestWord = 12

    /// 0…1; 0 without words.
    func confidence(of hypothesis: SphinxHypothesis) -> Double {
        let words = hypothesis.words.filter { !$0.isPhone }
        let frames = words.reduce(0) { $0 + $1.frames.count }
        guard frames > 0 else { return 0 }
        // Phones may stand for any sound, so they prove nothing.
        let total = hypothesis.segments.filter { !$0.isPhone }.reduce(0.0) { $0 + Double($1.score) }
        let whole = max(Self.leastWhole, total / Double(frames))
        let worst = words.map { Double($0.score) / Double(max(Self.shortestWord, $0.frames.count)) }.min() ?? 0
        return 1 / (1 + exp(-(bias + wholeWeight * whole + worstWeight * worst)))
    }

    /// How sure free dictation is: the mean of the words' posteriors; 0 without words.
    static func dictated(_ words: [SphinxHypothesis.Segment]) -> Double {
        words.isEmpty ? 0 : min(1, max(0, words.reduce(0) { $0 + $1.posterior } / Double(words.count)))
    }
}
