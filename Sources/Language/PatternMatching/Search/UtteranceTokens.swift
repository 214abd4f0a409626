/// A text from which words are taken by their characters.
struct UtteranceTokens {
    private let characters: [Character]

    init(_ text: String) { characters = Array(text) }

    /// The characters of a range; what is outside the text is left out.
    subscript(range: Range<Int>) -> String { String(characters[range.clamped(to: characters.indices)]) }
}
