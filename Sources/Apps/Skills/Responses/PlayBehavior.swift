/// The treatment of current and queued speech or streams when a new one arrives.
public enum PlayBehavior: String, Codable, Sendable, CaseIterable {
    /// Appends the new item to the queue.
    case enqueue = "ENQUEUE"
    /// Starts the new item at once and clears the queue.
    case replaceAll = "REPLACE_ALL"
    /// Lets the current item finish, and clears the queue behind it.
    case replaceEnqueued = "REPLACE_ENQUEUED"
}
