import SaybusMessages

/// A conversion of Unicode scalar offsets in a text to character offsets.
struct CharacterOffsets {
    private let scalars: [Unicode.Scalar]
    /// The character index of each scalar; nil when every scalar is a character.
    private let characters: [Int]?

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        guard !text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else {
            characters = nil
            return
        }
        var characters: [Int] = []
        for (index, character) in text.enumerated() {
            characters += repeatElement(index, count: character.unicodeScalars.count)
        }
        self.characters = characters
    }

    /// The whole text.
    var text: String { words(scalars.indices) }

    /// Returns the text of a range of scalars.
    func words(_ range: Range<Int>) -> String {
        var words = String.UnicodeScalarView()
        words.append(contentsOf: scalars[range.clamped(to: scalars.indices)])
        return String(words)
    }

    /// Returns a range of scalars as a span of characters.
    func span(_ range: Range<Int>) -> Parameter.Span {
        guard let characters, let first = characters[range].first, let last = characters[range].last else {
            return Parameter.Span(start: range.lowerBound, end: range.upperBound)
        }
        return Parameter.Span(start: first, end: last + 1)
    }
}
