/// A text with access to its characters by position.
struct UtteranceTokens {
    private let characters: [Character]

    init(_ text: String) { characters = Array(text) }

    /// The characters of a range; positions outside the text are ignored.
    subscript(range: Range<Int>) -> String { String(characters[range.clamped(to: characters.indices)]) }
}
