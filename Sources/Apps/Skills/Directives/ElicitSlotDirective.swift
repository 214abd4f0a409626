/// A directive that tells the host that the speech asks for a slot's value. The next utterance is its value.
public struct ElicitSlotDirective: Codable, Sendable, Equatable {
    static let type = "Dialog.ElicitSlot"

    /// The name of the slot to elicit.
    public var slotToElicit: String
    /// The intent with slots that the skill has set or changed, or another intent; nil keeps the intent
    /// unchanged.
    public var updatedIntent: Intent?

    /// Creates a directive.
    public init(slotToElicit: String, updatedIntent: Intent? = nil) {
        (self.slotToElicit, self.updatedIntent) = (slotToElicit, updatedIntent)
    }
}
