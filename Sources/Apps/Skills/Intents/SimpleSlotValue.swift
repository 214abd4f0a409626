/// A single value of a slot.
public struct SimpleSlotValue: Codable, Sendable, Equatable {
    /// The spoken words.
    public var value: String?
    /// The values of the model that the words resolve to.
    public var resolutions: Resolutions?

    /// Creates a value.
    public init(value: String?, resolutions: Resolutions? = nil) {
        (self.value, self.resolutions) = (value, resolutions)
    }
}
