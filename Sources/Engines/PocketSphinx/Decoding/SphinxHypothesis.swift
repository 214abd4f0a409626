/// The result of a search: words with their times and scores.
package struct SphinxHypothesis: Sendable, Equatable {
    /// The number of samples of a frame.
    package static let frameLength = 160
    /// The duration of a frame in milliseconds.
    package static let frameTime = 10

    /// A word or filler with its score.
    package struct Segment: Sendable, Equatable {
        package var word: String
        /// The frames from the first to the last.
        package var frames: ClosedRange<Int>
        /// The logarithm of the acoustic likelihood, in the library's units.
        package var score: Int
        /// The posterior probability of the word; 1 in a grammar's search, which does not compute it.
        package var posterior = 1.0
        /// The number of frames that the front end left out as silence, which the score does not include.
        var droppedFrames = 0

        init(
            word: String, frames: ClosedRange<Int>, score: Int, posterior: Double = 1, droppedFrames: Int = 0
        ) {
            (self.word, self.frames, self.score) = (word, frames, score)
            (self.posterior, self.droppedFrames) = (posterior, droppedFrames)
        }

        /// The frames of 10 ms that ``score`` sums up: those of the segment, without the dropped ones.
        package var scoredFrames: Int { frames.count - droppedFrames }
        /// Whether it is silence or noise: `<sil>`, `[NOISE]`, `(NULL)`.
        package var isFiller: Bool { word.first.map { "<[(".contains($0) } ?? true }
        /// Whether it is a phone in a parameter that takes any words.
        package var isPhone: Bool { word.hasPrefix(SphinxGrammar.phonePrefix) }
        /// The word without the number of its pronunciation: `read(2)` is `read`.
        package var name: String { word.hasSuffix(")") ? String(word.prefix { $0 != "(" }) : word }

        /// Returns the segment `count` frames later.
        package func delayed(by count: Int) -> Segment {
            var copy = self
            copy.frames = frames.lowerBound + count...frames.upperBound + count
            return copy
        }
    }

    package var segments: [Segment]
    /// The evidence for a hypothesis in which phones stand for some words; nil when it was not computed.
    package var phoneLoopComparison: PhoneLoopComparison?

    package init(segments: [Segment]) { self.segments = segments }

    /// The words and phones without fillers.
    package var words: [Segment] { segments.filter { !$0.isFiller } }
    /// Returns the frames from the first word to the last, and some around them; empty without words.
    package func wordFrames(margin: Int) -> Range<Int> {
        guard let first = words.first, let last = words.last else { return 0..<0 }
        return max(0, first.frames.lowerBound - margin)..<last.frames.upperBound + 1 + margin
    }

    /// The words joined by spaces, without phones.
    package var text: String { words.filter { !$0.isPhone }.map(\.name).joined(separator: " ") }

    /// The logarithm of the acoustic likelihood of the whole turn, in the library's units.
    package var score: Int { segments.reduce(0) { $0 + $1.score } }

    /// Returns the samples of the words, from the start of the first to the end of the last.
    package func sound(in samples: [Int16]) -> ArraySlice<Int16> {
        let words = words
        let start = min(samples.count, (words.first?.frames.lowerBound ?? 0) * Self.frameLength)
        let end = min(samples.count, words.last.map { ($0.frames.upperBound + 1) * Self.frameLength } ?? 0)
        return samples[start..<max(start, end)]
    }
}
