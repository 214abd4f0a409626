/// A directive that takes streams out of the audio player's queue.
public struct ClearQueueDirective: Codable, Sendable, Equatable {
    static let type = "AudioPlayer.ClearQueue"

    /// The streams that are taken out.
    public enum ClearBehavior: String, Codable, Sendable, CaseIterable {
        /// The queue and the current stream, which stops.
        case clearAll = "CLEAR_ALL"
        /// The queue only: the current stream plays on.
        case clearEnqueued = "CLEAR_ENQUEUED"
    }

    /// The streams that are taken out.
    public var clearBehavior: ClearBehavior

    /// Creates a directive.
    public init(clearBehavior: ClearBehavior) { self.clearBehavior = clearBehavior }
}
