/// The recognized intent of an utterance.
public struct NLUResult: Sendable, Equatable {
    /// The intent's name, as in the model.
    public var intent: String
    /// The intent's slots by name; nil when it has none.
    public var slots: [String: Slot]?

    /// Creates a result.
    public init(intent: String, slots: [String: Slot]? = nil) { (self.intent, self.slots) = (intent, slots) }
}
