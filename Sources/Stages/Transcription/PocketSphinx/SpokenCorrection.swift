import SaybusPocketSphinx

/// A correction that follows a command in the same turn: `cancel all timers, no wait, don't`.
///
/// No grammar has it, and the command before it fits well. So the user is asked.
enum SpokenCorrection {
    /// The highest confidence of a command that seems to be corrected, at which the user is asked.
    static let confidence = 0.4

    /// The least duration of the words of correction, in frames. "No" alone sounds like "now".
    private static let leastFrames = 40
    /// The lowest score per frame of a word that was said. Words of a voice that suits the model score -20 to -50.
    private static let leastScore = -60.0
    /// The most that the correction may be softer or louder than the command (12 dB), by their loudest frames. A voice
    /// farther away, or from a television, is no correction.
    private static let mostUnevenness = 4.0

    /// Returns whether a correction seems to follow the words of a hypothesis.
    static func follows(_ hypothesis: SphinxHypothesis, in samples: [Int16]) -> Bool {
        let words = hypothesis.corrections(from: leastScore)
        guard let first = words.first, let last = words.last,
            words.reduce(0, { $0 + $1.scoredFrames }) >= leastFrames
        else { return false }
        let start = min(samples.count, first.frames.lowerBound * SphinxHypothesis.frameLength)
        let end = min(samples.count, (last.frames.upperBound + 1) * SphinxHypothesis.frameLength)
        let command = hypothesis.sound(in: samples)
        let stretches = [command.startIndex..<command.endIndex, start..<end]
        return SoundLevel.unevenness(of: stretches, in: samples) <= mostUnevenness
            && SoundLevel.hasVoice(samples[start..<end])
    }
}
