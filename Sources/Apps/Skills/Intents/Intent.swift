/// An intent of the user, with its slots.
public struct Intent: Codable, Sendable, Equatable {
    /// The intent's name in the interaction model, such as `OrderIntent` or `AMAZON.StopIntent`.
    public var name: String
    /// The intent's slots by name, including empty slots; nil for an intent without slots.
    public var slots: [String: Slot]?
    /// The user's confirmation of the intent as a whole.
    public var confirmationStatus: ConfirmationStatus?

    /// Creates an intent.
    public init(
        name: String, slots: [String: Slot]? = nil, confirmationStatus: ConfirmationStatus? = ConfirmationStatus.none
    ) {
        (self.name, self.slots, self.confirmationStatus) = (name, slots, confirmationStatus)
    }
}
