import SaybusMessages

/// A sound with a start and an end. Conform to this protocol for custom events.
public protocol AudibleEvent: Sendable {
    /// The operations to play in order, as `AudioEvent` messages carry them. An event without
    /// operations is skipped.
    var operations: [AudioEvent] { get }
}

extension AudioEvent: AudibleEvent {
    /// The event itself, as the only operation.
    public var operations: [AudioEvent] { [self] }
}
