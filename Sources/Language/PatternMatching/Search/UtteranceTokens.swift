/// A text with access to its characters by position.
struct UtteranceTokens {
    private let text: String
    /// The characters, where these are not the bytes of the text.
    private let characters: [Character]?

    init(_ text: String) {
        self.text = text
        // A carriage return and a line feed are one character.
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D }
        characters = isPlain ? nil : Array(text)
    }

    /// The characters of a range; positions outside the text are ignored.
    subscript(range: Range<Int>) -> String {
        if let characters { return String(characters[range.clamped(to: characters.indices)]) }
        let bytes = text.utf8
        let range = range.clamped(to: 0..<bytes.count)
        let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        return String(text[start..<bytes.index(start, offsetBy: range.count)])
    }
}
