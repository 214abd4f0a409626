/// A word of a text and where it stands.
public struct Token: Sendable, Hashable {
    /// The word in lower case with straight apostrophes (`what's`), as pronouncing dictionaries spell it.
    public let text: String
    /// The word without apostrophes (`whats`): what two words are compared by.
    public let key: String
    /// Where the word is, in characters of the text.
    public let range: Range<Int>

    /// A word; the text must be normalized, as ``Words/tokenize(_:limit:)`` does.
    public init(text: String, range: Range<Int>) {
        self.text = text
        self.range = range
        key = Words.key(of: text)
    }
}
