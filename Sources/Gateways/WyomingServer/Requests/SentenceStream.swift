/// The sentences of a text that arrives in pieces, each as soon as it is complete. Pure.
///
/// Each character is looked at once, however small the pieces are: a peer that floods must not cost more than it sends.
struct SentenceStream: Sendable {
    /// The number of bytes after which a text that has no end yet is spoken without one.
    static let maximumLength = 16_000

    /// The characters that end a sentence when white space follows, and those that always do.
    private static let (stops, ends): (Set<Character>, Set<Character>) = (
        [".", "!", "?", "…"], ["\n", "。", "！", "？", "।"]
    )

    private var rest = ""
    /// The number of bytes of the rest.
    private var count = 0
    /// Whether the rest ends with a stop.
    private var hasStop = false

    /// Takes the next piece of the text.
    /// - Returns: The sentences that are complete now.
    mutating func append(_ piece: String) -> [String] {
        var sentences: [String] = []
        var start = piece.startIndex
        for place in piece.indices {
            let character = piece[place]
            // The dot of "3.5" and of an abbreviation in mid-word ends no sentence, so white space must follow.
            if hasStop, character.isWhitespace {
                sentences.append(complete(with: piece[start..<place]))
                start = place
            }
            hasStop = Self.stops.contains(character)
            count += character.utf8.count
            if Self.ends.contains(character) || count >= Self.maximumLength {
                let next = piece.index(after: place)
                sentences.append(complete(with: piece[start..<next]))
                start = next
            }
        }
        rest += piece[start...]
        return sentences.compactMap(Self.spoken)
    }

    /// Returns the rest of the text; nil when there is none.
    mutating func finish() -> String? { Self.spoken(complete(with: "")) }

    /// Returns the rest with its end, and begins another sentence.
    private mutating func complete(with end: Substring) -> String {
        defer { (rest, count, hasStop) = ("", 0, false) }
        return rest + end
    }

    private static func spoken(_ text: String) -> String? {
        let trimmed = text.drop(while: \.isWhitespace)
        return trimmed.contains { $0.isLetter || $0.isNumber } ? String(trimmed) : nil
    }
}
