import SaybusPocketSphinx

/// The sound of a turn with soft noise before and after it, at each edge at which it begins or ends in the midst of
/// speech.
///
/// A grammar search expects a pause around a sentence, and understands words at the very edge of the sound worse.
struct PaddedTurn: Sendable {
    /// The frames of noise at an edge: 100 ms. With 50 fewer commands are understood, with 200 no more.
    static let padding = 10
    /// The highest sample of the noise; its RMS is about -75 dB. Digital silence was no better.
    private static let amplitude = 10

    /// The sound with the noise.
    let samples: [Int16]
    /// The frames of noise before the turn.
    private let framesBefore: Int
    /// The last frame of the turn itself; nil where nothing was added.
    private let lastFrame: Int?

    /// Creates the padded sound of a turn, which is the turn's own where the room can be heard at both edges.
    init(_ turn: [Int16]) {
        let edges = SoundLevel.speechEdges(of: turn)
        framesBefore = edges.start ? Self.padding : 0
        guard edges.start || edges.end else {
            (samples, lastFrame) = (turn, nil)
            return
        }
        let noise = Self.noise()
        samples = (edges.start ? noise : []) + turn + (edges.end ? noise : [])
        lastFrame = max(0, turn.count - 1) / SphinxHypothesis.frameLength
    }

    /// Returns a hypothesis of the padded sound with the times of the turn, within it.
    func unpadded(_ hypothesis: SphinxHypothesis) -> SphinxHypothesis {
        guard let lastFrame else { return hypothesis }
        func frame(_ padded: Int) -> Int { min(lastFrame, max(0, padded - framesBefore)) }
        var result = hypothesis
        for index in result.segments.indices {
            let frames = hypothesis.segments[index].frames
            result.segments[index].frames = frame(frames.lowerBound)...frame(frames.upperBound)
        }
        return result
    }

    /// Returns the noise of an edge, the same each time, so that results can be repeated.
    private static func noise() -> [Int16] {
        var state: UInt32 = 1
        return (0..<padding * SphinxHypothesis.frameLength).map { _ in
            // A linear congruential generator, of which the high bits are the random ones.
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(Int(state >> 16) % (2 * amplitude + 1) - amplitude)
        }
    }
}
