/// What was understood of an utterance, without an intent: for dialog managers other than intents.
public struct DialogInput: Codable, Sendable, Equatable {
    /// What the utterance is one of.
    public var name: String
    /// Its values by their names.
    public var slots: [String: Slot]?

    /// An input.
    public init(name: String, slots: [String: Slot]? = nil) { (self.name, self.slots) = (name, slots) }
}
