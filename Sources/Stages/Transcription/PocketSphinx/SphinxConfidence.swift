import Foundation
import SaybusPocketSphinx

/// How sure a grammar's result is, told from how well its words fit the sound.
///
/// The engine's scores are relative to the best it can make of a frame, so they compare across voices. What parts commands from other speech
/// best: the score of all frames, that of the worst word (all but one word may fit), the haste of the fastest word (words that are not said are
/// passed through as fast as the model allows), how long the most stretched word is (other speech is bridged by words that last), and sound
/// between the words that is no silence. With noise its frames are cheap: there the score of the words' frames alone counts, too. Weights by
/// logistic regression on commands, alone and with a tone, a knock or a cough beside them, on other speech, and on commands with one word
/// that the grammar lacks, of people and of a synthesizer, whole sentences and single words.
struct SphinxConfidence {
    /// Below it a result is no command.
    static let threshold = 0.25

    /// For results of ``SphinxSettings/quick``: tells which are sure enough, and rejects nothing.
    static func quick(isQuiet: Bool) -> SphinxConfidence {
        isQuiet
            ? SphinxConfidence(bias: 7.04, wholeWeight: 0.0330, worstWeight: 0.0943)
            : SphinxConfidence(
                bias: 12.36, wholeWeight: 0.053, worstWeight: 0.093, stretchWeight: 1.67, hasteWeight: 1.925,
                countWeight: 0.718)
    }

    /// For results of ``SphinxSettings/careful``.
    ///
    /// - Parameters:
    ///   - isQuiet: Whether there is no noise in the sound; some is before it is taken out.
    ///   - isOpen: Whether phones stand for words: the few words around them are rated alike in any room.
    static func careful(isQuiet: Bool, isOpen: Bool = false) -> SphinxConfidence {
        isOpen ? open : isQuiet ? quiet : noisy
    }

    private static let quiet = SphinxConfidence(
        bias: 18.6, wholeWeight: 0.065, freePause: 15, worstWeight: 0.1, stretchWeight: 1.62, strayWeight: 0.183,
        hasteWeight: 5.723, usualPace: 6)
    private static let noisy = SphinxConfidence(
        bias: 20.1, wholeWeight: 0.0262, wordsWeight: 0.1192, worstWeight: 0.0919, stretchWeight: 1.84,
        hasteWeight: 3.59, countWeight: 1.44)
    private static let open = SphinxConfidence(bias: 11.05, wholeWeight: 0.0227, worstWeight: 0.1055)

    let bias: Double
    /// Weighs the score of all frames for each frame of words.
    var wholeWeight = 0.0
    /// What a frame that is no word may cost without counting: the edges of short words cost something, too.
    var freePause = 0.0
    /// Weighs the score of the words' frames for each of them.
    var wordsWeight = 0.0
    /// Weighs the score of the worst word for each of its frames.
    var worstWeight = 0.0
    /// Weighs against the logarithm of the frames for each phone, of the word that has the most.
    var stretchWeight = 0.0
    /// Weighs against sound between the words that is no silence; what is beside them all may be anything.
    var strayWeight = 0.0
    /// Weighs against the haste of the fastest word.
    var hasteWeight = 0.0
    /// Frames for each phone of a word below which it is said in haste; the model allows three.
    var usualPace = 8.0
    /// Weighs for the logarithm of the number of words: of many the worst is worse, and the fastest faster, by chance.
    var countWeight = 0.0

    /// Scores for a frame that are less say no more than this.
    private static let leastScore = -300.0
    /// A word shorter than this, in frames, is rated as if it were so long.
    private static let shortestWord = 12
    /// Phones of a word whose pronunciation is not known.
    private static let usualPhones = 3
    /// What a frame scores at least that is a pause.
    private static let pauseScore = -60.0
    /// More stray sound than this says no more.
    private static let mostStray = 15.0

    /// 0…1; 0 without words.
    func confidence(of hypothesis: SphinxHypothesis, _ pronunciations: [String: [Pronunciation]] = [:]) -> Double {
        let words = hypothesis.words.filter { !$0.isPhone }
        let frames = Double(words.reduce(0) { $0 + $1.scoredFrames })
        guard frames > 0 else { return 0 }
        func perFrame(_ segments: [SphinxHypothesis.Segment]) -> Double {
            max(Self.leastScore, segments.reduce(0.0) { $0 + counted($1) } / frames)
        }
        // Phones may stand for any sound, so they prove nothing.
        let whole = perFrame(hypothesis.segments.filter { !$0.isPhone })
        let worst = words.map { Double($0.score) / Double(max(Self.shortestWord, $0.scoredFrames)) }.min() ?? 0
        let paces = words.map { word in
            Double(word.scoredFrames) / Double(max(1, word.phones(pronunciations)?.count ?? Self.usualPhones))
        }
        let haste = max(0, log(usualPace / (paces.min() ?? usualPace)))
        var fit = bias + wholeWeight * whole + wordsWeight * perFrame(words) + worstWeight * worst
        fit -= stretchWeight * log(paces.max() ?? 1) + hasteWeight * haste - countWeight * log(Double(words.count))
        fit -= strayWeight * min(Self.mostStray, Self.stray(hypothesis) / (100 * frames).squareRoot())
        return 1 / (1 + exp(-fit))
    }

    /// The score of a segment without what is free.
    private func counted(_ segment: SphinxHypothesis.Segment) -> Double {
        let score = Double(segment.score)
        return segment.isFiller ? min(0, score + freePause * Double(segment.scoredFrames)) : score
    }

    /// How much worse than pauses what lies between the words fits, in all.
    private static func stray(_ hypothesis: SphinxHypothesis) -> Double {
        let segments = hypothesis.segments
        guard let first = segments.firstIndex(where: { !$0.isFiller }),
            let last = segments.lastIndex(where: { !$0.isFiller })
        else { return 0 }
        return segments[first...last].filter(\.isFiller).reduce(0) { sum, filler in
            sum + max(0, pauseScore * Double(filler.scoredFrames) - Double(filler.score))
        }
    }

    /// How sure free dictation is: the mean of the words' posteriors; 0 without words.
    static func dictated(_ words: [SphinxHypothesis.Segment]) -> Double {
        words.isEmpty ? 0 : min(1, max(0, words.reduce(0) { $0 + $1.posterior } / Double(words.count)))
    }
}
