/// A detector of the assistant's own speech in a transcript, because the microphone may pick up the loudspeaker.
public enum OwnSpeech {
    /// The fewest words that can count as an echo. Fewer may be an answer in the words of the question.
    static let minimumWords = 3
    /// The share of words that must be equal, in the same order.
    private static let alike = 0.75
    /// The number of the last spoken words that are compared.
    private static let maximumWords = 200

    /// Returns whether the recognized text is one of the spoken sentences, or several consecutive ones.
    public static func repeats(_ heard: String, spoken: [String]) -> Bool {
        let heard = Words.normalize(heard).map(Words.key)
        guard heard.count >= minimumWords, heard.count <= maximumWords else { return false }
        return spoken.contains { repeats(heard, sentences(of: $0)) }
    }

    private static func repeats(_ heard: [String], _ sentences: [[String]]) -> Bool {
        for first in sentences.indices {
            var run: [String] = []
            for sentence in sentences[first...] {
                run += sentence
                // More sentences can only be less similar.
                guard Double(run.count) * alike <= Double(heard.count) else { break }
                if Double(common(heard, run)) >= alike * Double(max(heard.count, run.count)) { return true }
            }
        }
        return false
    }

    private static func sentences(of text: String) -> [[String]] {
        var sentences: [[String]] = []
        var count = 0
        for sentence in text.split(whereSeparator: { ".!?;:\n".contains($0) }).reversed() where count < maximumWords {
            let words = Words.normalize(String(sentence)).map(Words.key)
            guard !words.isEmpty else { continue }
            sentences.append(words)
            count += words.count
        }
        return sentences.reversed()
    }

    /// Returns the length of the longest common subsequence.
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
