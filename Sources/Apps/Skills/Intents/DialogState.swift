/// How far the dialog about an intent is.
public enum DialogState: String, Codable, Sendable, CaseIterable {
    /// The user has just begun.
    case started = "STARTED"
    /// Something is missing or not confirmed yet.
    case inProgress = "IN_PROGRESS"
    /// All is there, and confirmed or denied: see ``Intent/confirmationStatus``.
    case completed = "COMPLETED"
}
