/// A phrase that is looked for in what a ``KeywordDecoder`` believes.
///
/// The search tells the phrase from other speech by what other speech costs, a phone; what it finds is then judged by how long
/// each word is and by how well the sound fits the words, which other speech that only resembles the phrase does worse. Measured
/// with "hey computer", 60 sayings in 20 voices and 25 minutes of other speech.
struct SoughtPhrase: Sendable {
    private let words: [String]
    /// The fewest and the most frames in which each of the words can be said.
    private let lengths: [ClosedRange<Int>]
    /// How well the sound fits at least, the mean of the frames', in the library's units: 0 is best.
    private let leastScore: Double

    /// In how many frames a phone is said at least, the mean of a word's: other speech is often fitted into three each, the fewest that the search
    /// allows. And how many people take who drawl.
    private static let (leastPhone, mostPhone) = (5, 10)
    /// What is added for a word: short ones are drawled most, and a soft pause counts as the word before it.
    private static let drawl = 30
    /// How long a pause between two of the words may be: 0.4 s.
    private static let mostPause = 40
    /// How many frames after the phrase's end it is certain.
    private static let certainty = 10
    /// How many frames the last word may seem longer than it is, where what follows begins as it ends ("computer, turn on"). A
    /// recognizer stands the rest of a word before a command, and not the loss of the command's first sound.
    private static let overrun = 18

    /// - Parameters:
    ///   - ways: How each of the words is said.
    ///   - sensitivity: 300 wants a score of -51; each 25 more let 1 worse pass.
    init(_ words: [String], _ ways: [String: [Pronunciation]], sensitivity: Int) {
        self.words = words
        lengths = words.map { word in
            let counts = ways[word]?.map(\.phones.count) ?? []
            let (least, most) = (counts.min() ?? 1, counts.max() ?? 1)
            return Self.leastPhone * least...Self.mostPhone * most + Self.drawl
        }
        leastScore = -51 - Double(sensitivity - 300) / 25
    }

    /// The frames of the phrase that was said last, when enough was said after it; its very end, where a command may already have
    /// begun, is none of them.
    func find(in segments: [KeywordDecoder.Segment]) -> ClosedRange<Int>? {
        guard let last = segments.last else { return nil }
        for start in segments.indices.reversed() where segments[start].word == words.first {
            guard let word = parts(segments[start...])?.last?.frames else { continue }
            guard last.frames.upperBound - word.upperBound >= Self.certainty else { return nil }
            return segments[start].frames.lowerBound...word.upperBound - min(Self.overrun, word.count / 4)
        }
        return nil
    }

    /// The words one after the other, pauses between them left out; nil when they are not the phrase.
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
