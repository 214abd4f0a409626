/// What was understood of an utterance.
public struct NLUResult: Sendable, Equatable {
    /// The intent's name.
    public var intent: String
    /// Its slots by their names; nil when it has none.
    public var slots: [String: Slot]?

    /// A result.
    public init(intent: String, slots: [String: Slot]? = nil) { (self.intent, self.slots) = (intent, slots) }
}
