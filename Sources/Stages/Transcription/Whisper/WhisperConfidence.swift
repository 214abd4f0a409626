import Foundation
import SaybusWhisper

/// The probability that what Whisper has written is right.
enum WhisperConfidence {
    private static let (slope, bias) = (2.04, -2.35)
    private static let range = 0.01...0.99
    /// The weights of the mean score of a sentence's tokens, and of its lead over the next sentence.
    private static let (meanWeight, leadWeight, sentenceBias) = (4.15, 0.335, 3.55)
    /// The lead that counts at most.
    private static let maximumLead = 8.0

    /// Returns the probability that the likeliest sentence was said, 0…1; nil without one.
    ///
    /// For sentences of listed words, a logistic regression on 172 turns of people, most of them beside crowds,
    /// machines or a kitchen at 6 dB, and 52 of them with the commands of another app, none of which was said. For
    /// others the probability that all words are right.
    static func ofBest(_ sentences: [SentenceHypothesis]) -> Double? {
        guard let best = sentences.first else { return nil }
        guard best.openWords == 0 else { return calibrated(best.confidence) }
        let mean = best.score / Double(max(1, best.listedTokens))
        let lead = sentences.count > 1 ? min(maximumLead, best.rank - sentences[1].rank) : maximumLead
        return 1 / (1 + exp(-(meanWeight * mean + leadWeight * lead + sentenceBias)))
    }

    /// The confidence in a free text up to which a sentence beside it counts as made up, and from which it does not.
    private static let (madeUp, heard) = (0.25, 0.5)

    /// Returns the factor of the confidence in a sentence, 0…1, by that in the text that the model writes freely.
    ///
    /// For noise and for voices in the background the prompt alone makes a sentence likely, but no text: of 76 such
    /// sounds the free text had .46 at most, of 50 commands beside crowds and machines at 6 dB .44 at least.
    static func trust(inSentencesBeside confidence: Double) -> Double {
        min(1, max(0, (confidence - madeUp) / (heard - madeUp)))
    }

    /// The mean score without the prompt up to which a text counts as made up, and from which it does not.
    private static let (promptedOnly, expected) = (-5.0, -4.0)
    /// The sum of scores from which a text is too short for that.
    private static let shortScore = -25.0

    /// Returns the factor of the confidence in a text, 0…1, by what the model expects of it without the prompt.
    ///
    /// Of seven sentences that it made up for voices in the background the mean was -5.8 at most. Of some 180 commands
    /// of people and synthesizers beside crowds at 6 dB that were heard right it was -4.3 at least, but for texts of
    /// two words, whose sum was above -20.
    static func trust(inScoreWithoutPrompt score: UnpromptedScore?) -> Double {
        guard let score, score.sum < shortScore else { return 1 }
        return min(1, max(0, (score.mean - promptedOnly) / (expected - promptedOnly)))
    }

    /// Returns the probability that words which no grammar lists are all right, 0…1, from the geometric mean of their
    /// tokens' probabilities.
    ///
    /// A logistic regression on 80 sentences with an open parameter, by five voices of two synthesizers, transcribed by
    /// the models tiny.en and base: at .9 nine of ten are right, at .6 two of ten.
    static func calibrated(_ confidence: Double) -> Double {
        // The comparison makes NaN count as 0.
        let bounded = confidence > range.lowerBound ? min(confidence, range.upperBound) : range.lowerBound
        return 1 / (1 + exp(-(slope * log(bounded / (1 - bounded)) + bias)))
    }
}
