/// A word of a text, and its place.
public struct Token: Sendable, Hashable {
    /// The word in lower case with straight apostrophes (`what's`), as pronouncing dictionaries spell it.
    public let text: String
    /// The word without apostrophes (`whats`) and with `ss` for `ß`, the form in which words are compared.
    public let key: String
    /// The place of the word, in characters of the text.
    public let range: Range<Int>

    /// Creates a word from normalized text, such as the text that ``Words/tokenize(_:limit:orthography:)`` returns.
    public init(text: String, range: Range<Int>) {
        self.text = text
        self.range = range
        key = Words.key(of: text)
    }
}
