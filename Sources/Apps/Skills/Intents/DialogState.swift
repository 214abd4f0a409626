/// The progress of the dialog about an intent.
public enum DialogState: String, Codable, Sendable, CaseIterable {
    /// The user has just started the dialog.
    case started = "STARTED"
    /// A slot is missing or not confirmed yet.
    case inProgress = "IN_PROGRESS"
    /// Every required slot is filled, and the intent confirmed or denied: see ``Intent/confirmationStatus``.
    case completed = "COMPLETED"
}
