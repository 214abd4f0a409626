/// Tells the assistant's own words from the user's: a microphone hears the loudspeaker.
public enum OwnSpeech {
    /// Fewer words are never taken for an echo: people answer with the words of a question.
    public static let fewestWords = 3
    /// What part of the words must be the same, in their order.
    private static let alike = 0.75
    /// How many of the last words that were spoken are looked at.
    private static let mostWords = 200

    /// Whether what was heard is one of the sentences that were spoken, or several that follow each other.
    public static func repeats(_ heard: String, spoken: [String]) -> Bool {
        let heard = Words.normalize(heard).map(Words.key)
        guard heard.count >= fewestWords, heard.count <= mostWords else { return false }
        return spoken.contains { repeats(heard, sentences(of: $0)) }
    }

    private static func repeats(_ heard: [String], _ sentences: [[String]]) -> Bool {
        for first in sentences.indices {
            var run: [String] = []
            for sentence in sentences[first...] {
                run += sentence
                // Longer runs only become less like it.
                guard Double(run.count) * alike <= Double(heard.count) else { break }
                if Double(common(heard, run)) >= alike * Double(max(heard.count, run.count)) { return true }
            }
        }
        return false
    }

    private static func sentences(of text: String) -> [[String]] {
        var sentences: [[String]] = []
        var count = 0
        for sentence in text.split(whereSeparator: { ".!?;:\n".contains($0) }).reversed() where count < mostWords {
            let words = Words.normalize(String(sentence)).map(Words.key)
            guard !words.isEmpty else { continue }
            sentences.append(words)
            count += words.count
        }
        return sentences.reversed()
    }

    /// The length of the longest common subsequence.
    private static func common(_ left: [String], _ right: [String]) -> Int {
        var row = [Int](repeating: 0, count: right.count + 1)
        for word in left {
            var diagonal = 0
            for index in right.indices {
                let above = row[index + 1]
                row[index + 1] = word == right[index] ? diagonal + 1 : max(above, row[index])
                diagonal = above
            }
        }
        return row[right.count]
    }
}
