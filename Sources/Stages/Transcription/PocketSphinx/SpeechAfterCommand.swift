import SaybusPocketSphinx

/// Speech after a command that is neither courtesy nor correction: `turn off the light and lock the door`, `open the
/// garage when I come home`.
///
/// The grammar has words for what people often add. In its searches, other speech becomes silence and such words, which
/// fit it badly. A turn is one command, so the user is asked.
enum SpeechAfterCommand {
    /// The least duration of sound that is other speech, in frames. "Thank you" lasts for up to 70, but fits.
    private static let minimumFrames = 60
    /// The least difference of scores per frame by which the sound fits worse than the command.
    private static let minimumDifference = 20.0
    /// The least duration in frames, and the highest score per frame, of silence that is other speech.
    private static let (minimumSilenceFrames, maximumSilenceScore) = (40, -60.0)
    /// The score per frame above which silence is silence.
    private static let pauseScore = -40.0
    // All were chosen on 600 commands of a home by four synthesized voices, alone and with words behind them.

    /// Returns whether other speech seems to follow the words of a hypothesis.
    static func follows(_ hypothesis: SphinxHypothesis, in samples: [Int16]) -> Bool {
        let segments = hypothesis.segments
        guard let last = segments.lastIndex(where: { !$0.isFiller }) else { return false }
        let sound = segments[(last + 1)...].filter { !isSilence($0) || score(of: [$0]) <= pauseScore }
        let isSilent = sound.contains { segment in
            isSilence(segment) && segment.scoredFrames >= minimumSilenceFrames
                && score(of: [segment]) <= maximumSilenceScore
        }
        let isLong = sound.reduce(0) { $0 + $1.scoredFrames } >= minimumFrames
        let fitsWorse = score(of: sound) <= score(of: hypothesis.words) - minimumDifference
        return (isSilent || isLong && fitsWorse) && hypothesis.isAsLoud(as: sound, in: samples)
    }

    private static func isSilence(_ segment: SphinxHypothesis.Segment) -> Bool { segment.word.hasPrefix("<") }

    /// Returns the score of segments per frame; 0 without frames.
    private static func score(of segments: [SphinxHypothesis.Segment]) -> Double {
        let frames = segments.reduce(0) { $0 + $1.scoredFrames }
        return frames > 0 ? Double(segments.reduce(0) { $0 + $1.score }) / Double(frames) : 0
    }
}
