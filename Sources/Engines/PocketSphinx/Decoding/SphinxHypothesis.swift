/// What a search has found.
package struct SphinxHypothesis: Sendable, Equatable {
    /// Samples of a frame.
    package static let frameLength = 160
    /// Milliseconds of a frame.
    package static let frameTime = 10

    /// A word or filler and what it costs.
    package struct Segment: Sendable, Equatable {
        package var word: String
        /// The first and the last frame.
        package var frames: ClosedRange<Int>
        /// Logarithm of the acoustic likelihood, in the engine's units.
        package var score: Int
        /// How likely the word is among others that were considered, 0…1; a grammar's search does not say.
        package var posterior = 1.0
        /// How many of the frames the front end has left out as silence: the score knows nothing of them.
        package var droppedFrames = 0

        package init(
            word: String, frames: ClosedRange<Int>, score: Int, posterior: Double = 1, droppedFrames: Int = 0
        ) {
            (self.word, self.frames, self.score) = (word, frames, score)
            (self.posterior, self.droppedFrames) = (posterior, droppedFrames)
        }

        /// Frames that the score is of.
        package var scoredFrames: Int { frames.count - droppedFrames }
        /// Silence and noise: `<sil>`, `[NOISE]`, `(NULL)`.
        package var isFiller: Bool { word.first.map { "<[(".contains($0) } ?? true }
        /// A phone in a parameter that takes any words.
        package var isPhone: Bool { word.hasPrefix(SphinxGrammar.phonePrefix) }
        /// The word without the number of its pronunciation: `read(2)` is `read`.
        package var name: String { word.hasSuffix(")") ? String(word.prefix { $0 != "(" }) : word }

        /// The same so many frames later.
        package func delayed(by count: Int) -> Segment {
            var copy = self
            copy.frames = frames.lowerBound + count...frames.upperBound + count
            return copy
        }
    }

    package var segments: [Segment]
    /// What proves it when phones stand for some of its words; nil when nobody has compared.
    package var proof: OpenProof?

    package init(segments: [Segment]) { self.segments = segments }

    /// The words and phones without fillers.
    package var words: [Segment] { segments.filter { !$0.isFiller } }
    /// The words joined by spaces, without phones.
    package var text: String { words.filter { !$0.isPhone }.map(\.name).joined(separator: " ") }

    /// What of the turn's sound it was found in: from the first word to the end of the last.
    package func sound(in samples: [Int16]) -> ArraySlice<Int16> {
        let words = words
        let start = min(samples.count, (words.first?.frames.lowerBound ?? 0) * Self.frameLength)
        let end = min(samples.count, words.last.map { ($0.frames.upperBound + 1) * Self.frameLength } ?? 0)
        return samples[start..<max(start, end)]
    }
}
