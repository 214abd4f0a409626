/// The sentences of a text that arrives in pieces, each as soon as it is complete. Pure.
struct SentenceStream: Sendable {
    /// The most characters of a text that has no end yet. Then it is spoken without one.
    static let longest = 4_000

    private var rest = ""

    /// Takes the next piece of the text.
    /// - Returns: The sentences that are complete now.
    mutating func append(_ piece: String) -> [String] {
        rest += piece
        var sentences: [String] = []
        var start = rest.startIndex
        var place = start
        while place < rest.endIndex {
            let next = rest.index(after: place)
            // The dot of "3.5" and of an abbreviation in mid-word ends no sentence, so white space must follow.
            let isEnd = ".!?…".contains(rest[place]) && next < rest.endIndex && rest[next].isWhitespace
            if isEnd || "\n。！？।".contains(rest[place]) || rest.distance(from: start, to: place) >= Self.longest {
                sentences.append(String(rest[start..<next]))
                start = next
            }
            place = next
        }
        rest = String(rest[start...])
        return sentences.compactMap(Self.spoken)
    }

    /// Returns the rest of the text; nil when there is none.
    mutating func finish() -> String? {
        defer { rest = "" }
        return Self.spoken(rest)
    }

    private static func spoken(_ text: String) -> String? {
        let trimmed = text.drop(while: \.isWhitespace)
        return trimmed.contains { $0.isLetter || $0.isNumber } ? String(trimmed) : nil
    }
}
