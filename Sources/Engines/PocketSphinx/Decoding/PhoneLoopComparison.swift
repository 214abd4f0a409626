import Foundation

/// The evidence for a command in which phones stand for some words: how well the command fits the sound, compared
/// with phones alone in any order.
///
/// A command with a parameter that takes any words may have few words of its own, which are easily found in other
/// speech: "we need" in every eighth coffee order. In other speech, phones in any order fit the frames of these words
/// much better than the words do. Words that were really said fit about as well as phones. Other speech also has
/// sound that phones alone explain, but neither the words nor the parameter.
package struct PhoneLoopComparison: Sendable, Equatable {
    /// The score of the words relative to phones, per frame of the words.
    let words: Double
    /// The score of the whole turn relative to phones, per frame of the words, because the evidence of the words
    /// must outweigh the rest.
    let whole: Double

    /// Compares a hypothesis with the hypothesis of phones alone for the same frames; nil without words.
    init?(of found: SphinxHypothesis, beside phones: SphinxHypothesis) {
        let words = found.words.filter { !$0.isPhone }
        let frames = Double(words.reduce(0) { $0 + $1.scoredFrames })
        guard frames > 0 else { return nil }
        self.words = Self.lead(of: words, over: phones) / frames
        whole = Double(found.score - phones.score) / frames
    }

    /// The confidence, 0…1. The weights were chosen on 200 coffee orders spoken by people, without noise and with
    /// kitchen noise at 12 dB. Commands made of an order's beginning and any words were to be told from commands that
    /// the example kitchen found in the same orders.
    package var confidence: Double {
        1 / (1 + exp(-(Self.bias + Self.wordsWeight * words + Self.wholeWeight * max(Self.minimumWhole, whole))))
    }

    private static let bias = 4.7
    private static let wordsWeight = 0.15
    private static let wholeWeight = 0.07
    /// The floor of the score of the whole turn. Lower scores count as this score.
    private static let minimumWhole = -100.0

    /// Returns by how much segments fit better than phones do in the same frames, in the library's units.
    package static func lead(of segments: [SphinxHypothesis.Segment], over phones: SphinxHypothesis) -> Double {
        segments.reduce(0) { $0 + Double($1.score) - score(of: phones, in: $1.frames) }
    }

    /// Returns the share of a range of frames in a score, as if all frames of a segment were alike.
    private static func score(of hypothesis: SphinxHypothesis, in frames: ClosedRange<Int>) -> Double {
        hypothesis.segments.reduce(0) { sum, segment in
            guard segment.frames.overlaps(frames) else { return sum }
            let common = segment.frames.clamped(to: frames).count
            return sum + Double(segment.score) * Double(common) / Double(segment.frames.count)
        }
    }
}
