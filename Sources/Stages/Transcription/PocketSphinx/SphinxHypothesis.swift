import SaybusMessages

/// A hypothesis of a search: words, phones and fillers in order.
struct SphinxHypothesis: Sendable, Equatable {
    /// The samples in a frame.
    static let frameLength = TurnBuffer.rate / 100
    /// The milliseconds in a frame.
    static let frameTime = 10

    /// A word, phone or filler with its score.
    struct Segment: Sendable, Equatable {
        var word: String
        /// The first and the last frame.
        var frames: ClosedRange<Int>
        /// The logarithm of the acoustic likelihood, in the engine's units.
        var score: Int
        /// The posterior probability of the word, 0…1; a grammar search does not compute it.
        var posterior = 1.0
        /// The number of frames that the front end dropped as silence, which the score does not cover.
        var droppedFrames = 0

        /// The number of frames that the score covers.
        var scoredFrames: Int { frames.count - droppedFrames }
        /// Whether the segment is silence or noise: `<sil>`, `[NOISE]`, `(NULL)`.
        var isFiller: Bool { word.first.map { "<[(".contains($0) } ?? true }
        /// Whether the segment is a phone in an open parameter.
        var isPhone: Bool { word.hasPrefix(WordAutomaton.anyWord) }
        /// The word without the number of its pronunciation: `read(2)` is `read`.
        var name: String { word.hasSuffix(")") ? String(word.prefix { $0 != "(" }) : word }

        /// The word with times in milliseconds.
        var timed: SpeechTranscript.Word {
            .init(
                word: name, startMs: frames.lowerBound * frameTime, endMs: (frames.upperBound + 1) * frameTime)
        }

        /// Returns the segment, moved later by a number of frames.
        func delayed(by count: Int) -> Segment {
            var copy = self
            copy.frames = frames.lowerBound + count...frames.upperBound + count
            return copy
        }
    }

    var segments: [Segment]
    /// The comparison with a phone loop when phones stand for some words; nil when none was made.
    var phoneLoopComparison: OpenProof?

    /// The words and phones without fillers.
    var words: [Segment] { segments.filter { !$0.isFiller } }
    /// The words joined by spaces, without phones.
    var text: String { words.filter { !$0.isPhone }.map(\.name).joined(separator: " ") }

    /// Returns the part of the turn's sound from the first word to the end of the last.
    func sound(in samples: [Int16]) -> ArraySlice<Int16> {
        let words = words
        let start = min(samples.count, (words.first?.frames.lowerBound ?? 0) * Self.frameLength)
        let end = min(samples.count, words.last.map { ($0.frames.upperBound + 1) * Self.frameLength } ?? 0)
        return samples[start..<max(start, end)]
    }
}
