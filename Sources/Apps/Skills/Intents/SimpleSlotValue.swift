/// A single value of a slot: the words, and what they mean in the model.
public struct SimpleSlotValue: Codable, Sendable, Equatable {
    /// The words as they were said.
    public var value: String?
    /// The values of the model that the words resolve to.
    public var resolutions: Resolutions?

    /// Creates a value.
    public init(value: String?, resolutions: Resolutions? = nil) {
        (self.value, self.resolutions) = (value, resolutions)
    }
}
