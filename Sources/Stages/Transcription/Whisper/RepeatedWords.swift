import SaybusPhrases
import SaybusWhisper

/// Words that Whisper writes again and again, which happens to it where a sound ends.
enum RepeatedWords {
    /// The fewest words that come twice in a row in a loop; the most that are looked for.
    private static let (shortest, longest) = (3, 30)

    /// Returns the words up to the first repetition; nil when there is none.
    ///
    /// A repetition is a row of at least three words that comes twice, or of one or two words that comes four times.
    static func cut(_ words: [String]) -> [String]? {
        for end in stride(from: 2, through: words.count, by: 1) {
            for length in 1...max(1, min(longest, end / 2)) {
                let times = length < shortest ? 4 : 2
                guard end >= length * times else { continue }
                let last = words[(end - length)..<end]
                let isLoop = (2...times).allSatisfy { time in
                    words[(end - length * time)..<(end - length * (time - 1))].elementsEqual(last)
                }
                if isLoop { return Array(words[..<(end - length * (times - 1))]) }
            }
        }
        return nil
    }
}

extension WhisperText {
    /// Ends the text before the words that come again and again; returns false when there are none.
    mutating func cutRepetition() -> Bool {
        guard let words = RepeatedWords.cut(Words.normalize(text)) else { return false }
        text = words.joined(separator: " ")
        return true
    }
}
