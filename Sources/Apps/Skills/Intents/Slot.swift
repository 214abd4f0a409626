/// A value that an intent needs, as far as it is known.
public struct Slot: Codable, Sendable, Equatable {
    /// As in the interaction model.
    public var name: String
    /// What was said, not what it stands for; nil when nothing was said about it.
    ///
    /// Built-in types write values in their own way: `2015-W49-WE` is a date, `AF` a time of day.
    public var value: String?
    /// Whether the user has confirmed or denied the value.
    public var confirmationStatus: ConfirmationStatus?
    /// Which values of the model were meant.
    public var resolutions: Resolutions?
    /// The value, or values where the slot takes several.
    public var slotValue: SlotValue?

    /// A slot.
    public init(
        name: String, value: String? = nil, confirmationStatus: ConfirmationStatus? = ConfirmationStatus.none,
        resolutions: Resolutions? = nil, slotValue: SlotValue? = nil
    ) {
        (self.name, self.value, self.confirmationStatus) = (name, value, confirmationStatus)
        (self.resolutions, self.slotValue) = (resolutions, slotValue)
    }

    /// What was said; nil also for the empty value and for `?`, which is sent for words that were heard but are no value.
    public var spokenValue: String? { value.flatMap { $0.isEmpty || $0 == "?" ? nil : $0 } }
}
