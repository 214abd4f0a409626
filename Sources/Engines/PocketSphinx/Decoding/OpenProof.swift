import Foundation

/// What proves a command in which phones stand for words: how well it fits the sound beside what phones alone, in any order, make of it.
///
/// The few words around a parameter of any words are soon found in other speech: "we need" in every eighth coffee order. But there phones
/// in any order fit the same frames much better, while words that were said fit them about as well. And other speech leaves
/// sound over that neither words nor the parameter take in, which phones alone can.
package struct OpenProof: Sendable, Equatable {
    /// How much better than phones the words fit their frames, for each of them.
    let words: Double
    /// How much better than phones the whole fits the turn, for each frame of its words: what they prove must outweigh the rest.
    let whole: Double

    /// Compares what was found with what phones alone make of the same frames; nil without words.
    init?(of found: SphinxHypothesis, beside phones: SphinxHypothesis) {
        let words = found.words.filter { !$0.isPhone }
        let frames = Double(words.reduce(0) { $0 + $1.scoredFrames })
        guard frames > 0 else { return nil }
        self.words = words.reduce(0.0) { $0 + Double($1.score) - Self.score(of: phones, in: $1.frames) } / frames
        whole = (Self.score(of: found) - Self.score(of: phones)) / frames
    }

    /// 0…1. Weights chosen on 200 coffee orders by people, without noise and with a kitchen's at 12 dB: their beginnings with any words as the rest
    /// of the order, against whole orders in which the example kitchen took something for its own.
    package var confidence: Double {
        1 / (1 + exp(-(Self.bias + Self.wordsWeight * words + Self.wholeWeight * max(Self.leastWhole, whole))))
    }

    private static let bias = 4.7
    private static let wordsWeight = 0.15
    private static let wholeWeight = 0.07
    /// A whole that fits worse says no more than this.
    private static let leastWhole = -100.0

    private static func score(of hypothesis: SphinxHypothesis) -> Double {
        hypothesis.segments.reduce(0) { $0 + Double($1.score) }
    }

    /// What some frames contribute to a score, as if all frames of a segment were alike.
    private static func score(of hypothesis: SphinxHypothesis, in frames: ClosedRange<Int>) -> Double {
        hypothesis.segments.reduce(0) { sum, segment in
            guard segment.frames.overlaps(frames) else { return sum }
            let common = segment.frames.clamped(to: frames).count
            return sum + Double(segment.score) * Double(common) / Double(segment.frames.count)
        }
    }
}
