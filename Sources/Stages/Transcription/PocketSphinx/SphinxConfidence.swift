import Foundation
import SaybusPocketSphinx

/// The confidence of a grammar search's result, from how well its words fit the sound.
///
/// The engine's scores are relative to the best that it can make of a frame, so they compare across voices.
/// These features separate commands from other speech best:
/// - the score of all frames
/// - the score of the worst word, since all but one word may fit
/// - the haste of the fastest word: words that were not said are passed through as fast as the model allows
/// - the stretch of the longest word for its phones: words are stretched to cover other speech
/// - sound between the words that is not silence
/// - with noise, also the score of the words' frames alone, since frames of noise cost little
///
/// The weights come from logistic regression on commands, alone and with a tone, a knock or a cough beside
/// them, on other speech, and on commands with one word that the grammar lacks. The speakers were people and a
/// synthesizer, the utterances whole sentences and single words.
struct SphinxConfidence {
    /// The confidence below which a result is no command.
    static let threshold = 0.25

    /// Returns the weights for `SphinxSettings.quick`. They only tell sure results from doubtful ones; no result is
    /// rejected by them.
    static func quick(isQuiet: Bool) -> SphinxConfidence {
        isQuiet
            ? SphinxConfidence(bias: 7.04, wholeWeight: 0.0330, worstWeight: 0.0943)
            : SphinxConfidence(
                bias: 12.36, wholeWeight: 0.053, worstWeight: 0.093, stretchWeight: 1.67, hasteWeight: 1.925,
                countWeight: 0.718)
    }

    /// Returns the weights for `SphinxSettings.careful`.
    ///
    /// - Parameters:
    ///   - isQuiet: Whether the room is quiet. In a noisy one some noise is left even after enhancement.
    ///   - isOpen: Whether phones stand for words; the few words around them are rated alike in any room.
    static func careful(isQuiet: Bool, isOpen: Bool = false) -> SphinxConfidence {
        isOpen ? open : isQuiet ? quiet : noisy
    }

    private static let quiet = SphinxConfidence(
        bias: 18.6, wholeWeight: 0.065, freePause: 15, worstWeight: 0.1, stretchWeight: 1.62, strayWeight: 0.183,
        hasteWeight: 5.723, hastyPace: 6)
    private static let noisy = SphinxConfidence(
        bias: 20.1, wholeWeight: 0.0262, wordsWeight: 0.1192, worstWeight: 0.0919, stretchWeight: 1.84,
        hasteWeight: 3.59, countWeight: 1.44)
    private static let open = SphinxConfidence(bias: 11.05, wholeWeight: 0.0227, worstWeight: 0.1055)

    let bias: Double
    /// The weight of the score of all frames, per frame of words.
    var wholeWeight = 0.0
    /// The cost per frame outside words that does not count, since the edges of short words cost something.
    var freePause = 0.0
    /// The weight of the score of the words' frames, per frame.
    var wordsWeight = 0.0
    /// The weight of the worst word's score, per frame.
    var worstWeight = 0.0
    /// The penalty on the logarithm of the most stretched word's frames per phone.
    var stretchWeight = 0.0
    /// The penalty on sound between the words that is not silence; sound before and after all words is free.
    var strayWeight = 0.0
    /// The penalty on the haste of the fastest word.
    var hasteWeight = 0.0
    /// The frames per phone below which a word counts as hasty; the model allows three.
    var hastyPace = 8.0
    /// The weight of the logarithm of the number of words: among many words the extremes are worse by chance.
    var countWeight = 0.0

    /// The lower bound of a score per frame.
    private static let minimumScore = -300.0
    /// The minimum length in frames that a word is rated with.
    private static let minimumWordFrames = 12
    /// The number of phones assumed for a word without a known pronunciation.
    private static let assumedPhones = 3
    /// The minimum score of a frame that counts as a pause.
    private static let pauseScore = -60.0
    /// The upper bound of the stray sound.
    private static let maximumStray = 15.0

    /// Returns the confidence of a hypothesis, 0…1; 0 without words.
    func confidence(of hypothesis: SphinxHypothesis, _ pronunciations: [String: [Pronunciation]] = [:]) -> Double {
        let words = hypothesis.words.filter { !$0.isPhone }
        let frames = Double(words.reduce(0) { $0 + $1.scoredFrames })
        guard frames > 0 else { return 0 }
        func perFrame(_ segments: [SphinxHypothesis.Segment]) -> Double {
            max(Self.minimumScore, segments.reduce(0.0) { $0 + countedScore($1) } / frames)
        }
        // Phones may stand for any sound, so they are no evidence.
        let whole = perFrame(hypothesis.segments.filter { !$0.isPhone })
        let worst = words.map { Double($0.score) / Double(max(Self.minimumWordFrames, $0.scoredFrames)) }.min() ?? 0
        let paces = words.map { word in
            Double(word.scoredFrames) / Double(max(1, word.phones(pronunciations)?.count ?? Self.assumedPhones))
        }
        let haste = max(0, log(hastyPace / (paces.min() ?? hastyPace)))
        var fit = bias + wholeWeight * whole + wordsWeight * perFrame(words) + worstWeight * worst
        fit -= stretchWeight * log(paces.max() ?? 1) + hasteWeight * haste - countWeight * log(Double(words.count))
        fit -= strayWeight * min(Self.maximumStray, Self.stray(hypothesis) / (100 * frames).squareRoot())
        return 1 / (1 + exp(-fit))
    }

    /// Returns the score of a segment, without the cost that ``freePause`` allows a filler.
    private func countedScore(_ segment: SphinxHypothesis.Segment) -> Double {
        let score = Double(segment.score)
        return segment.isFiller ? min(0, score + freePause * Double(segment.scoredFrames)) : score
    }

    /// Returns the total cost of the sound between the words beyond that of pauses.
    private static func stray(_ hypothesis: SphinxHypothesis) -> Double {
        let segments = hypothesis.segments
        guard let first = segments.firstIndex(where: { !$0.isFiller }),
            let last = segments.lastIndex(where: { !$0.isFiller })
        else { return 0 }
        return segments[first...last].filter(\.isFiller).reduce(0) { sum, filler in
            sum + max(0, pauseScore * Double(filler.scoredFrames) - Double(filler.score))
        }
    }

    /// Returns the confidence of dictation: the mean of the words' posteriors; 0 without words.
    static func dictated(_ words: [SphinxHypothesis.Segment]) -> Double {
        words.isEmpty ? 0 : min(1, max(0, words.reduce(0) { $0 + $1.posterior } / Double(words.count)))
    }
}
