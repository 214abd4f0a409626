/// One value of a slot.
public struct SimpleSlotValue: Codable, Sendable, Equatable {
    /// What was said.
    public var value: String?
    /// Which values of the model were meant.
    public var resolutions: Resolutions?

    /// A value.
    public init(value: String?, resolutions: Resolutions? = nil) {
        (self.value, self.resolutions) = (value, resolutions)
    }
}
