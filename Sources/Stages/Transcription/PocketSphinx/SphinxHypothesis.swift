import SaybusMessages

/// What a search has found.
struct SphinxHypothesis: Sendable, Equatable {
    /// Samples of a frame.
    static let frameLength = TurnBuffer.rate / 100
    /// Milliseconds of a frame.
    static let frameTime = 10

    /// A word or filler and what it costs.
    struct Segment: Sendable, Equatable {
        var word: String
        /// The first and the last frame.
        var frames: ClosedRange<Int>
        /// Logarithm of the acoustic likelihood, in the engine's units.
        var score: Int
        /// How likely the word is among others that were considered, 0…1; a grammar's search does not say.
        var posterior = 1.0
        /// How many of the frames the front end has left out as silence: the score knows nothing of them.
        var droppedFrames = 0

        /// Frames that the score is of.
        var scoredFrames: Int { frames.count - droppedFrames }
        /// Silence and noise: `<sil>`, `[NOISE]`, `(NULL)`.
        var isFiller: Bool { word.first.map { "<[(".contains($0) } ?? true }
        /// A phone in a parameter that takes any words.
        var isPhone: Bool { word.hasPrefix(WordAutomaton.anyWord) }
        /// The word without the number of its pronunciation: `read(2)` is `read`.
        var name: String { word.hasSuffix(")") ? String(word.prefix { $0 != "(" }) : word }

        /// The word with times in milliseconds.
        var timed: SpeechTranscript.Word {
            .init(
                word: name, startMs: frames.lowerBound * frameTime, endMs: (frames.upperBound + 1) * frameTime)
        }

        /// The same so many frames later.
        func delayed(by count: Int) -> Segment {
            var copy = self
            copy.frames = frames.lowerBound + count...frames.upperBound + count
            return copy
        }
    }

    var segments: [Segment]
    /// What proves it when phones stand for some of its words; nil when nobody has compared.
    var proof: OpenProof?

    /// The words and phones without fillers.
    var words: [Segment] { segments.filter { !$0.isFiller } }
    /// The words joined by spaces, without phones.
    var text: String { words.filter { !$0.isPhone }.map(\.name).joined(separator: " ") }

    /// What of the turn's sound it was found in: from the first word to the end of the last.
    func sound(in samples: [Int16]) -> ArraySlice<Int16> {
        let words = words
        let start = min(samples.count, (words.first?.frames.lowerBound ?? 0) * Self.frameLength)
        let end = min(samples.count, words.last.map { ($0.frames.upperBound + 1) * Self.frameLength } ?? 0)
        return samples[start..<max(start, end)]
    }
}
