/// A hypothesis for a turn that is still going on.
public struct PartialResult: Sendable, Equatable {
    /// The text so far; it may change.
    public var text: String
    /// Whether the text already is a complete command; nil when the recognizer cannot tell.
    public var isComplete: Bool?
    /// Whether more words may follow; nil when the recognizer cannot tell.
    public var mayGoOn: Bool?
    /// The length of the turn's sound processed so far, in milliseconds; nil when the recognizer cannot tell.
    public var heardMs: Int?
    /// The end of the last word, in milliseconds from the turn's start; nil when the recognizer cannot tell.
    public var wordsEndMs: Int?

    /// Creates a partial result.
    init(
        text: String, isComplete: Bool? = nil, mayGoOn: Bool? = nil, heardMs: Int? = nil, wordsEndMs: Int? = nil
    ) {
        (self.text, self.isComplete, self.mayGoOn) = (text, isComplete, mayGoOn)
        (self.heardMs, self.wordsEndMs) = (heardMs, wordsEndMs)
    }
}
