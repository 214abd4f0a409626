/// The speech asks whether a slot's value is right: yes or no is said next.
public struct ConfirmSlotDirective: Codable, Sendable, Equatable {
    static let type = "Dialog.ConfirmSlot"

    /// The slot.
    public var slotToConfirm: String
    /// The intent with values that the skill has set or changed; nil for as it is.
    public var updatedIntent: Intent?

    /// A directive.
    public init(slotToConfirm: String, updatedIntent: Intent? = nil) {
        (self.slotToConfirm, self.updatedIntent) = (slotToConfirm, updatedIntent)
    }
}
