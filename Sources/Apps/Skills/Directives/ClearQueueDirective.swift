/// Streams that wait are dropped.
public struct ClearQueueDirective: Codable, Sendable, Equatable {
    static let type = "AudioPlayer.ClearQueue"

    /// What is dropped.
    public enum ClearBehavior: String, Codable, Sendable, CaseIterable {
        /// What waits, and what plays.
        case clearAll = "CLEAR_ALL"
        /// What waits.
        case clearEnqueued = "CLEAR_ENQUEUED"
    }

    /// What is dropped.
    public var clearBehavior: ClearBehavior

    /// A directive.
    public init(clearBehavior: ClearBehavior) { self.clearBehavior = clearBehavior }
}
