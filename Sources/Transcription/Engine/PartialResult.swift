/// What has been understood so far of a turn that goes on.
public struct PartialResult: Sendable, Equatable {
    /// The text so far; may change.
    public var text: String
    /// Whether the text is a whole command already; nil when the recognizer cannot tell.
    public var isComplete: Bool?

    /// A partial result.
    public init(text: String, isComplete: Bool? = nil) { (self.text, self.isComplete) = (text, isComplete) }
}
