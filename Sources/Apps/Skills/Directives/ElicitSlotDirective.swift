/// The speech asks for a slot: what is said next is its value.
public struct ElicitSlotDirective: Codable, Sendable, Equatable {
    static let type = "Dialog.ElicitSlot"

    /// The slot.
    public var slotToElicit: String
    /// The intent with values that the skill has set or changed; nil for as it is. It may be another intent.
    public var updatedIntent: Intent?

    /// A directive.
    public init(slotToElicit: String, updatedIntent: Intent? = nil) {
        (self.slotToElicit, self.updatedIntent) = (slotToElicit, updatedIntent)
    }
}
