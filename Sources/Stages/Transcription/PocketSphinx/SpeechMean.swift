/// The cepstral mean of speech in this room and through this microphone, learned for the next turns' partial texts.
///
/// A finished turn has its own mean, which is not known while the turn goes on.
struct SpeechMean: Sendable {
    /// The minimum number of speech frames to learn from.
    private static let minimumFrames = 40
    /// The threshold of speech between quiet (0) and loud (1) frames, on a logarithmic energy scale.
    private static let speechThreshold: Float = 0.45

    /// The mean of each coefficient; nil until something was learned.
    private(set) var values: [Float]?

    /// Learns from a turn in which words were understood; the new mean and the old one weigh the same.
    ///
    /// - Parameters:
    ///   - cepstra: The cepstra, frame by frame; the first coefficient of each is the loudness.
    ///   - length: The coefficients in a frame.
    mutating func learn(_ cepstra: [Float], length: Int) {
        guard length > 0 else { return }
        let frames = stride(from: 0, to: cepstra.count - length + 1, by: length)
        let loudness = frames.map { cepstra[$0] }.sorted()
        guard loudness.count >= Self.minimumFrames else { return }
        let (quiet, loud) = (loudness[loudness.count / 10], loudness[loudness.count * 19 / 20])
        let speech = frames.filter { cepstra[$0] > quiet + Self.speechThreshold * (loud - quiet) }
        guard speech.count >= Self.minimumFrames else { return }
        var mean = [Float](repeating: 0, count: length)
        for frame in speech {
            for index in 0..<length { mean[index] += cepstra[frame + index] / Float(speech.count) }
        }
        values = values.map { zip($0, mean).map { ($0 + $1) / 2 } } ?? mean
    }
}
