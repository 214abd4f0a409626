/// A recognized utterance without an intent, for dialog managers that do not use intents.
public struct DialogInput: Codable, Sendable, Equatable {
    /// The name of the utterance's category.
    public var name: String
    /// The utterance's slots by name.
    public var slots: [String: Slot]?

    /// Creates an input.
    public init(name: String, slots: [String: Slot]? = nil) { (self.name, self.slots) = (name, slots) }
}
