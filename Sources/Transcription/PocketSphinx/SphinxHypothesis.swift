import Messages

/// What a search has found.
struct SphinxHypothesis: Sendable, Equatable {
    /// Frames a second.
    static let frameRate = 100

    /// A word or filler and what it costs.
    struct Segment: Sendable, Equatable {
        var word: String
        /// The first and the last frame.
        var frames: ClosedRange<Int>
        /// Logarithm of the likelihood, in the engine's units; 0 is best.
        var score: Int

        /// Silence and noise: `<sil>`, `[NOISE]`, `(NULL)`.
        var isFiller: Bool { word.first.map { "<[(+".contains($0) } ?? true }
        /// The word without the number of its pronunciation: `read(2)` is `read`.
        var name: String { word.hasSuffix(")") ? String(word.prefix { $0 != "(" }) : word }
        /// The word with times in milliseconds.
        var timed: SpeechTranscript.Word {
            let frame = 1000 / SphinxHypothesis.frameRate
            return .init(word: name, startMs: frames.lowerBound * frame, endMs: (frames.upperBound + 1) * frame)
        }
    }

    var segments: [Segment]

    /// The words without fillers.
    var words: [Segment] { segments.filter { !$0.isFiller } }
    /// The words joined by spaces.
    var text: String { words.map(\.name).joined(separator: " ") }
}
