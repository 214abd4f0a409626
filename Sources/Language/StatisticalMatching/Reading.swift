/// A model's hypothesis on the meaning of an utterance.
public struct Reading: Sendable, Equatable {
    /// The name of the intent, as in the samples.
    public var intent: String
    /// The confidence, 0…1; from 0.5 on, the hypothesis is more likely right than wrong.
    public var confidence: Double
    /// The slots, in the order of the text.
    public var slots: [Sample.Slot]

    /// Creates a hypothesis.
    public init(intent: String, confidence: Double, slots: [Sample.Slot]) {
        (self.intent, self.confidence, self.slots) = (intent, confidence, slots)
    }
}
