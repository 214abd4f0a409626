/// Whether the user said yes or no to a value, or to an intent as a whole.
public enum ConfirmationStatus: String, Codable, Sendable, CaseIterable {
    /// Not asked yet.
    case none = "NONE"
    /// Yes.
    case confirmed = "CONFIRMED"
    /// No.
    case denied = "DENIED"
}
