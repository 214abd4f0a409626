/// What a recognizer has made of the open turn so far, which tells more about its end than loudness can.
public struct RecognizedSoFar: Sendable, Equatable {
    /// Whether the words are a whole command; nil when the recognizer cannot tell.
    public var isComplete: Bool?
    /// Whether more words may follow; nil when the recognizer cannot tell.
    public var mayGoOn: Bool?
    /// How much of the turn it has heard, in samples from the turn's start.
    public var heard: Int
    /// Where the last word ends, in samples from the turn's start.
    public var wordsEnd: Int

    /// A view of a turn.
    public init(isComplete: Bool?, mayGoOn: Bool? = nil, heard: Int, wordsEnd: Int) {
        (self.isComplete, self.mayGoOn, self.heard, self.wordsEnd) = (isComplete, mayGoOn, heard, wordsEnd)
    }

    /// How long there was no word at the end of what it has heard, in samples.
    var quiet: Int { wordsEnd < 0 || heard < wordsEnd ? 0 : heard - wordsEnd }
}
