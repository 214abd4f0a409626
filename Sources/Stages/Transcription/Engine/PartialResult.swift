/// What has been understood so far of a turn that goes on.
public struct PartialResult: Sendable, Equatable {
    /// The text so far; may change.
    public var text: String
    /// Whether the text is a whole command already; nil when the recognizer cannot tell.
    public var isComplete: Bool?
    /// Whether more words may follow; nil when the recognizer cannot tell.
    public var mayGoOn: Bool?
    /// How much of the turn has been heard, in milliseconds; nil when the recognizer cannot tell.
    public var heardMs: Int?
    /// Where the last word ends, in milliseconds from the turn's start; nil when the recognizer cannot tell.
    public var wordsEndMs: Int?

    /// A partial result.
    public init(
        text: String, isComplete: Bool? = nil, mayGoOn: Bool? = nil, heardMs: Int? = nil, wordsEndMs: Int? = nil
    ) {
        (self.text, self.isComplete, self.mayGoOn) = (text, isComplete, mayGoOn)
        (self.heardMs, self.wordsEndMs) = (heardMs, wordsEndMs)
    }
}
