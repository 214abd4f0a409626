/// What an utterance may mean, by a model.
public struct Reading: Sendable, Equatable {
    /// The intent.
    public var intent: String
    /// How sure it is, 0…1; from 0.5 on it is likelier right than wrong.
    public var confidence: Double
    /// The values found, in the order of the text.
    public var slots: [Sample.Slot]

    /// A reading.
    public init(intent: String, confidence: Double, slots: [Sample.Slot]) {
        (self.intent, self.confidence, self.slots) = (intent, confidence, slots)
    }
}
