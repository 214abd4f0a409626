import Foundation
import PocketSphinx

/// How sure a grammar's result is, told from how well its words fit the sound.
///
/// The engine's scores are relative to the best it can make of a frame, so they compare across voices. Two measures together part what was said
/// by the grammar from other speech best: the score of all frames (sounds that fit no word become expensive noise) and that of the worst word
/// (all but one word may fit). In a loud room noise is cheap: there the score of the words' frames alone counts, too, and how long the most
/// stretched word is, since other speech is bridged by words that last. Weights by logistic regression on commands, on other speech, and on
/// commands with one word that the grammar lacks, of people and of a synthesizer; in noise moved to the side of the commands.
struct SphinxConfidence {
    /// Below it a result is no command.
    static let threshold = 0.25

    /// For results of ``SphinxSettings/quick``: tells which are sure enough, and rejects nothing.
    static let quick = SphinxConfidence(bias: 7.04, wholeWeight: 0.0330, worstWeight: 0.0943)

    /// For results of ``SphinxSettings/careful``.
    ///
    /// - Parameters:
    ///   - isNoisy: Whether noise was taken out of the sound.
    ///   - isOpen: Whether phones stand for words: the few words around them are rated alike in any room.
    static func careful(isNoisy: Bool, isOpen: Bool = false) -> SphinxConfidence { isNoisy && !isOpen ? noisy : clear }

    private static let clear = SphinxConfidence(bias: 11.05, wholeWeight: 0.0227, worstWeight: 0.1055)
    private static let noisy = SphinxConfidence(
        bias: 31.9, wholeWeight: 0.0159, wordsWeight: 0.2618, worstWeight: 0.1012, stretchWeight: 2.78)

    let bias: Double
    /// Weighs the score of all frames for each frame of words.
    var wholeWeight = 0.0
    /// Weighs the score of the words' frames for each of them.
    var wordsWeight = 0.0
    /// Weighs the score of the worst word for each of its frames.
    var worstWeight = 0.0
    /// Weighs against the logarithm of the frames for each phone, of the word that has the most.
    var stretchWeight = 0.0

    /// Scores for a frame that are less say no more than this.
    private static let leastScore = -300.0
    /// A word shorter than this, in frames, is rated as if it were so long.
    private static let shortestWord = 12
    /// Phones of a word whose pronunciation is not known.
    private static let usualPhones = 3

    /// 0…1; 0 without words.
    func confidence(of hypothesis: SphinxHypothesis, _ pronunciations: [String: [Pronunciation]] = [:]) -> Double {
        let words = hypothesis.words.filter { !$0.isPhone }
        let frames = words.reduce(0) { $0 + $1.frames.count }
        guard frames > 0 else { return 0 }
        func perFrame(_ segments: [SphinxHypothesis.Segment]) -> Double {
            max(Self.leastScore, segments.reduce(0.0) { $0 + Double($1.score) } / Double(frames))
        }
        // Phones may stand for any sound, so they prove nothing.
        let whole = perFrame(hypothesis.segments.filter { !$0.isPhone })
        let worst = words.map { Double($0.score) / Double(max(Self.shortestWord, $0.frames.count)) }.min() ?? 0
        let stretch =
            words.map { word in
                Double(word.frames.count) / Double(max(1, word.phones(pronunciations)?.count ?? Self.usualPhones))
            }.max() ?? 1
        let fit = wholeWeight * whole + wordsWeight * perFrame(words) + worstWeight * worst
        return 1 / (1 + exp(-(bias + fit - stretchWeight * log(stretch))))
    }

    /// How sure free dictation is: the mean of the words' posteriors; 0 without words.
    static func dictated(_ words: [SphinxHypothesis.Segment]) -> Double {
        words.isEmpty ? 0 : min(1, max(0, words.reduce(0) { $0 + $1.posterior } / Double(words.count)))
    }
}
