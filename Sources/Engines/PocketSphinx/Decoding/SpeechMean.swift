/// The cepstral mean of speech in this room with this microphone. It is learned from each turn, and used for the
/// partial results of the next.
///
/// The mean of the turn itself would be better, but it is not known before the turn ends.
package struct SpeechMean: Sendable {
    /// Frames of speech needed to learn from a turn.
    private static let enough = 40
    /// The threshold of speech between the quiet frames (0) and the loud frames (1), on the logarithm of the
    /// energy.
    private static let loudness: Float = 0.45

    /// One value for each coefficient; nil before the first turn was learned.
    package private(set) var values: [Float]?

    package init() {}

    /// Learns from a turn in which words were understood. Its mean counts as much as all earlier turns together.
    /// - Parameters:
    ///   - cepstra: Frame by frame; the first coefficient of each is the loudness.
    ///   - length: Coefficients of a frame.
    mutating func learn(_ cepstra: [Float], length: Int) {
        guard length > 0 else { return }
        let frames = stride(from: 0, to: cepstra.count - length + 1, by: length)
        let loudness = frames.map { cepstra[$0] }.sorted()
        guard loudness.count >= Self.enough else { return }
        let (quiet, loud) = (loudness[loudness.count / 10], loudness[loudness.count * 19 / 20])
        let speech = frames.filter { cepstra[$0] > quiet + Self.loudness * (loud - quiet) }
        guard speech.count >= Self.enough else { return }
        var mean = [Float](repeating: 0, count: length)
        for frame in speech {
            for index in 0..<length { mean[index] += cepstra[frame + index] / Float(speech.count) }
        }
        values = values.map { zip($0, mean).map { ($0 + $1) / 2 } } ?? mean
    }
}
