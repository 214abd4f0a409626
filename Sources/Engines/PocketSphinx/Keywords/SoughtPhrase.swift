/// A phrase to find in the hypotheses of a ``KeywordDecoder``.
///
/// The search separates the phrase from other speech by the weight of a phone of other speech. A match is then
/// checked by the length of each word and by how well the words fit the sound: speech that only resembles the
/// phrase does worse. Measured with "hey computer": 60 utterances in 20 voices, and 25 minutes of other speech.
struct SoughtPhrase: Sendable {
    private let words: [String]
    /// The fewest and the most frames of each word.
    private let lengths: [ClosedRange<Int>]
    /// The lowest mean score of a frame, in the library's units: 0 is best.
    private let leastScore: Double

    /// The fewest and the most frames of a phone, as the mean of a word. Other speech is often matched with three
    /// frames a phone, the fewest that the search allows; slow speakers need the most.
    private static let (leastPhone, mostPhone) = (5, 10)
    /// Frames added for a word: short words are drawn out most, and a soft pause counts as part of the word before
    /// it.
    private static let drawl = 30
    /// The longest pause between two words, in frames: 0.4 s.
    private static let mostPause = 40
    /// Frames after the phrase's end until the match is certain.
    private static let certainty = 10
    /// Frames by which the last word may seem too long when the next word follows at once ("computer, turn on"). A
    /// recognizer copes with the rest of a word before a command, but not with the loss of the command's first
    /// sound.
    private static let overrun = 18

    /// Creates a phrase.
    /// - Parameters:
    ///   - ways: The pronunciations of each word.
    ///   - sensitivity: 300 requires a score of -51; each 25 more accept 1 lower.
    init(_ words: [String], _ ways: [String: [Pronunciation]], sensitivity: Int) {
        self.words = words
        lengths = words.map { word in
            let counts = ways[word]?.map(\.phones.count) ?? []
            let (least, most) = (counts.min() ?? 1, counts.max() ?? 1)
            return Self.leastPhone * least...Self.mostPhone * most + Self.drawl
        }
        leastScore = -51 - Double(sensitivity - 300) / 25
    }

    /// Returns the frames of the last match, when enough follows it. The very end of the phrase, where a command
    /// may have begun, is not included.
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
                guard segment.frames.count <= Self.mostPause else { return nil }
                continue
            }
            guard segment.word == words[parts.count], lengths[parts.count].contains(segment.frames.count) else {
                return nil
            }
            parts.append(segment)
        }
        let frames = parts.reduce(0) { $0 + $1.frames.count }
        let score = parts.reduce(0) { $0 + $1.score }
        guard parts.count == words.count, Double(score) >= leastScore * Double(frames) else { return nil }
        return parts
    }
}
