/// A slot of an intent, filled or empty.
public struct Slot: Codable, Sendable, Equatable {
    /// The slot's name in the interaction model.
    public var name: String
    /// The spoken words, not the value they resolve to; nil for an empty slot.
    ///
    /// Built-in types normalize their values: `2015-W49-WE` is a date, `AF` a time of day.
    public var value: String?
    /// The user's confirmation of the value.
    public var confirmationStatus: ConfirmationStatus?
    /// The values of the model that the words resolve to.
    public var resolutions: Resolutions?
    /// The slot's value, or a list of values for a slot that accepts several.
    public var slotValue: SlotValue?

    /// Creates a slot.
    public init(
        name: String, value: String? = nil, confirmationStatus: ConfirmationStatus? = ConfirmationStatus.none,
        resolutions: Resolutions? = nil, slotValue: SlotValue? = nil
    ) {
        (self.name, self.value, self.confirmationStatus) = (name, value, confirmationStatus)
        (self.resolutions, self.slotValue) = (resolutions, slotValue)
    }

    /// The spoken words; nil when ``value`` is nil, empty or `?`.
    ///
    /// Alexa sends `?` for spoken words that are not a value of the slot's type.
    public var spokenValue: String? { value.flatMap { $0.isEmpty || $0 == "?" ? nil : $0 } }
}
