/// A word with its position in the sound.
public struct SpokenWord: Sendable, Equatable {
    /// The word as written, with its punctuation.
    var text: String
    /// The index of its first sample, from the beginning of the speech.
    var start: Int

    /// Creates a word.
    public init(_ text: String, at start: Int) { (self.text, self.start) = (text, start) }
}
