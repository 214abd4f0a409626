/// A directive that clears the queue of streams.
public struct ClearQueueDirective: Codable, Sendable, Equatable {
    static let type = "AudioPlayer.ClearQueue"

    /// The streams to clear.
    public enum ClearBehavior: String, Codable, Sendable, CaseIterable {
        /// The queue and the current stream.
        case clearAll = "CLEAR_ALL"
        /// The queue only.
        case clearEnqueued = "CLEAR_ENQUEUED"
    }

    /// The streams to clear.
    public var clearBehavior: ClearBehavior

    /// Creates a directive.
    public init(clearBehavior: ClearBehavior) { self.clearBehavior = clearBehavior }
}
