/// A recognizer's result for the open turn so far, which shows the end of the turn better than loudness does.
public struct RecognizedSoFar: Sendable, Equatable {
    /// Whether the words are a whole command; nil when the recognizer cannot tell.
    var isComplete: Bool?
    /// Whether more words may follow; nil when the recognizer cannot tell.
    var mayGoOn: Bool?
    /// The end of the audio that the result covers, in samples from the turn's start.
    public var heard: Int
    /// The end of the last word, in samples from the turn's start.
    var wordsEnd: Int

    /// Creates a result.
    public init(isComplete: Bool?, mayGoOn: Bool? = nil, heard: Int, wordsEnd: Int) {
        (self.isComplete, self.mayGoOn, self.heard, self.wordsEnd) = (isComplete, mayGoOn, heard, wordsEnd)
    }

    /// The time without a word at the end of the result, in samples.
    var quiet: Int { wordsEnd < 0 || heard < wordsEnd ? 0 : heard - wordsEnd }
}
