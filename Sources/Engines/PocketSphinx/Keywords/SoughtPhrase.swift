/// A phrase to find in the hypotheses of a ``KeywordDecoder``.
///
/// The search separates the phrase from other speech, which is matched by single phones with a penalty. A match is
/// then checked by the length and the score of its words, which are worse in speech that only resembles the phrase.
/// The limits were chosen with "hey computer" on 60 utterances in 20 voices, and on 25 minutes of other speech.
struct SoughtPhrase: Sendable {
    private let words: [String]
    /// The fewest and the most frames of each word.
    private let lengths: [ClosedRange<Int>]
    /// The lowest mean score of a frame, in the library's units: 0 is best.
    private let minimumScore: Double

    /// The fewest and the most frames per phone, averaged over a word. Other speech is often matched with three
    /// frames per phone, the fewest that the search allows. Slow speakers need the upper limit.
    private static let (minimumPhone, maximumPhone) = (5, 10)
    /// Frames added to the most frames of each word. Short words are drawn out most, and a soft pause counts as part
    /// of the word before it.
    private static let drawl = 30
    /// The longest pause between two words, in frames: 0.4 s.
    private static let maximumPause = 40
    /// Frames that must follow the phrase before the match is certain.
    private static let certainty = 10
    /// Frames cut off the end of a match, but at most a quarter of its last word. That word may be matched too long
    /// when the next one follows at once ("computer, turn on"). A recognizer copes with the rest of a word before a
    /// command, but not with the loss of the command's first sound.
    private static let overrun = 18

    /// Creates a phrase.
    /// - Parameters:
    ///   - ways: The pronunciations of each word.
    ///   - sensitivity: At 300 the mean score must be at least -51; each 25 more lower this limit by 1.
    init(_ words: [String], _ ways: [String: [Pronunciation]], sensitivity: Int) {
        self.words = words
        lengths = words.map { word in
            let counts = ways[word]?.map(\.phones.count) ?? []
            let (least, most) = (counts.min() ?? 1, counts.max() ?? 1)
            return Self.minimumPhone * least...Self.maximumPhone * most + Self.drawl
        }
        minimumScore = -51 - Double(sensitivity - 300) / 25
    }

    /// Returns the frames of the last match; nil when there is none, or too few frames follow it. The very end of the
    /// phrase, where a command may have begun, is not included.
    func find(in segments: [KeywordDecoder.Segment]) -> ClosedRange<Int>? {
        guard let last = segments.last else { return nil }
        for start in segments.indices.reversed() where segments[start].word == words.first {
            guard let word = parts(segments[start...])?.last?.frames else { continue }
            guard last.frames.upperBound - word.upperBound >= Self.certainty else { return nil }
            return segments[start].frames.lowerBound...word.upperBound - min(Self.overrun, word.count / 4)
        }
        return nil
    }

    /// Returns the segments of the words in order, without the pauses between them; nil when they do not match.
    private func parts(_ segments: ArraySlice<KeywordDecoder.Segment>) -> [KeywordDecoder.Segment]? {
        var parts: [KeywordDecoder.Segment] = []
        for segment in segments where parts.count < words.count {
            if segment.isFiller {
                guard segment.frames.count <= Self.maximumPause else { return nil }
                continue
            }
            guard segment.word == words[parts.count], lengths[parts.count].contains(segment.frames.count) else {
                return nil
            }
            parts.append(segment)
        }
        let frames = parts.reduce(0) { $0 + $1.frames.count }
        let score = parts.reduce(0) { $0 + $1.score }
        guard parts.count == words.count, Double(score) >= minimumScore * Double(frames) else { return nil }
        return parts
    }
}
