/// The user's confirmation of a slot's value or of a whole intent.
public enum ConfirmationStatus: String, Codable, Sendable, CaseIterable {
    /// Not asked yet.
    case none = "NONE"
    /// The user said yes.
    case confirmed = "CONFIRMED"
    /// The user said no.
    case denied = "DENIED"
}
