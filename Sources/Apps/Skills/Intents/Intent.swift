/// What the user wants, with what was said about it.
public struct Intent: Codable, Sendable, Equatable {
    /// As in the interaction model: `OrderIntent`, `AMAZON.StopIntent`.
    public var name: String
    /// The intent's slots by their names, also those that nothing was said about; nil for an intent that has none.
    public var slots: [String: Slot]?
    /// Whether the user has confirmed or denied the intent as a whole.
    public var confirmationStatus: ConfirmationStatus?

    /// An intent.
    public init(
        name: String, slots: [String: Slot]? = nil, confirmationStatus: ConfirmationStatus? = ConfirmationStatus.none
    ) {
        (self.name, self.slots, self.confirmationStatus) = (name, slots, confirmationStatus)
    }
}
