/// What happens to what is playing, or waiting, when something new is to be said or played.
public enum PlayBehavior: String, Codable, Sendable, CaseIterable {
    /// The new comes last.
    case enqueue = "ENQUEUE"
    /// The new begins at once; what waits is dropped.
    case replaceAll = "REPLACE_ALL"
    /// What plays goes on to its end; what waits is dropped.
    case replaceEnqueued = "REPLACE_ENQUEUED"
}
