import Foundation
import SaybusPocketSphinx

/// The fit of a sentence to the sound of a quiet turn, compared with that of phones in any order.
///
/// Phones in any order fit all speech. They fit a sentence that was said hardly better than its own words do, and words
/// that no command has far better than the command that a grammar search finds in them. (Rose and Paul, "A hidden
/// Markov model based keyword recognition system", 1990, compare with such a loop.)
struct PhoneLoopRatio: Sendable {
    /// The lead of the sentence over phones, with the sound within and around it, per frame of its words. Sound around
    /// it counts only where it is speech as loud as the sentence: a cough or a knock is no other word.
    let lead: Double

    /// Creates a ratio; nil when the sentence has no words.
    /// - Parameters:
    ///   - fit: The sentence, with words of courtesy beside it as fillers.
    ///   - phones: The phones in any order for the same sound.
    ///   - samples: The turn's samples.
    init?(of fit: SphinxHypothesis, beside phones: SphinxHypothesis, in samples: [Int16]) {
        let segments = fit.segments
        let frames = Double(fit.words.reduce(0) { $0 + $1.scoredFrames })
        guard frames > 0, let first = segments.firstIndex(where: { !$0.isFiller }),
            let last = segments.lastIndex(where: { !$0.isFiller })
        else { return nil }
        let around = [segments[..<first], segments[(last + 1)...]].map(Array.init)
        let counted = around.filter { fit.isAsLoud(as: $0, in: samples) }.joined() + segments[first...last]
        lead = PhoneLoopComparison.lead(of: Array(counted), over: phones) / frames
    }

    /// The lead at which a command is as likely as other words, and the difference that makes it e times as likely.
    ///
    /// Chosen by logistic regression on 550 commands of five apps and 119 other sentences that had been taken for one,
    /// by 99 people and five synthesized voices.
    private static let (even, unit) = (-22.0, 5.2)
    /// The probability that a command keeps, at which the user is asked: an odd voice fits badly, too.
    static let asked = 0.3
    /// The confidences at which a command is compared: a search for phones takes longer than all other comparisons, so
    /// that sure commands, which are the most, do without.
    static let doubtful = asked..<0.9

    /// The probability of the sentence beside words that no command has, 0…1.
    var probability: Double { max(Self.asked, 1 / (1 + exp((Self.even - lead) / Self.unit))) }
}
