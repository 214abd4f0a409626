/// A directive that tells the host that the speech asks whether a slot's value is right. The next utterance is
/// yes or no.
public struct ConfirmSlotDirective: Codable, Sendable, Equatable {
    static let type = "Dialog.ConfirmSlot"

    /// The name of the slot to confirm.
    public var slotToConfirm: String
    /// The intent with slots that the skill has set or changed; nil keeps the intent unchanged.
    public var updatedIntent: Intent?

    /// Creates a directive.
    public init(slotToConfirm: String, updatedIntent: Intent? = nil) {
        (self.slotToConfirm, self.updatedIntent) = (slotToConfirm, updatedIntent)
    }
}
