import Foundation

/// The evidence for a command with an open parameter: its fit compared with a free phone loop's on the same sound.
///
/// The few words around an open parameter are easily found in other speech by mistake: "we need" in every eighth
/// coffee order. There the phone loop fits the same frames much better, while words that were really said fit about as
/// well as phones. Other speech also leaves sound that neither words nor the parameter cover, but the phone loop does.
struct OpenProof: Sendable, Equatable {
    /// The score of the words relative to the phone loop in their frames, per frame.
    let words: Double
    /// The score of the whole turn relative to the phone loop, per frame of the words. The words' evidence must
    /// outweigh the rest.
    let whole: Double

    /// Compares a hypothesis with the phone loop's on the same frames; nil without words.
    init?(of found: SphinxHypothesis, beside phones: SphinxHypothesis) {
        let words = found.words.filter { !$0.isPhone }
        let frames = Double(words.reduce(0) { $0 + $1.scoredFrames })
        guard frames > 0 else { return nil }
        self.words = words.reduce(0.0) { $0 + Double($1.score) - Self.score(of: phones, in: $1.frames) } / frames
        whole = (Self.score(of: found) - Self.score(of: phones)) / frames
    }

    /// The confidence, 0…1.
    ///
    /// The weights were chosen on 200 coffee orders by people, without noise and with kitchen noise at 12 dB. The
    /// positive examples were beginnings of orders, with the rest as an open parameter. The negative examples were
    /// whole orders in which the grammar of the example app `kitchen` wrongly found a command.
    var confidence: Double {
        1 / (1 + exp(-(Self.bias + Self.wordsWeight * words + Self.wholeWeight * max(Self.minimumWhole, whole))))
    }

    private static let bias = 4.7
    private static let wordsWeight = 0.15
    private static let wholeWeight = 0.07
    /// The lower bound of ``whole`` in the confidence.
    private static let minimumWhole = -100.0

    private static func score(of hypothesis: SphinxHypothesis) -> Double {
        hypothesis.segments.reduce(0) { $0 + Double($1.score) }
    }

    /// Returns the part of a score that falls on some frames, with each segment's score spread evenly over its frames.
    private static func score(of hypothesis: SphinxHypothesis, in frames: ClosedRange<Int>) -> Double {
        hypothesis.segments.reduce(0) { sum, segment in
            guard segment.frames.overlaps(frames) else { return sum }
            let common = segment.frames.clamped(to: frames).count
            return sum + Double(segment.score) * Double(common) / Double(segment.frames.count)
        }
    }
}
