extension SoundLevel {
    /// The edges of a sound at which it begins or ends in the midst of speech, without the room before or after it, as
    /// when a button is pressed too late and let go too soon.
    struct SpeechEdges: Equatable, Sendable {
        var start = false
        var end = false
    }

    /// The frames at an edge of which one is a pause where the room can be heard: 60 ms.
    private static let edge = 3
    /// The ratio of the loud frames to a pause (36 dB).
    private static let pauseContrast = 60.0
    /// The frames at an edge within which speech becomes loud (300 ms).
    private static let onset = 15
    /// The ratio of the loud frames to such speech (10 dB). Other sound at an edge, such as that of a loud room, is
    /// mostly softer.
    private static let onsetContrast = 3.0

    /// Returns the edges of a sound at which it begins or ends in the midst of speech.
    static func speechEdges(of samples: [Int16]) -> SpeechEdges { speechEdges(in: frames(of: samples)) }

    /// Returns the edges at which a sound begins or ends in the midst of speech.
    /// - Parameter levels: The RMS of each frame, in order.
    static func speechEdges(in levels: [Double]) -> SpeechEdges {
        let sorted = levels.sorted()
        guard !sorted.isEmpty else { return SpeechEdges() }
        let loud = sorted[sorted.count * 19 / 20]
        func isSpeech(_ softest: Double?, _ loudest: Double?) -> Bool {
            (softest ?? 0) > loud / pauseContrast && (loudest ?? 0) > loud / onsetContrast
        }
        return SpeechEdges(
            start: isSpeech(levels.prefix(edge).min(), levels.prefix(onset).max()),
            end: isSpeech(levels.suffix(edge).min(), levels.suffix(onset).max()))
    }
}
