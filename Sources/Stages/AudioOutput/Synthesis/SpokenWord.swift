/// A word at its place in the sound.
public struct SpokenWord: Sendable, Equatable {
    /// The word as it is written, with its punctuation.
    public var text: String
    /// Its first sample, counted from the beginning of the speech.
    public var start: Int

    /// A word at its place.
    public init(_ text: String, at start: Int) { (self.text, self.start) = (text, start) }
}
