import SaybusMessages

/// Something to be heard: it has a beginning and an end. Conform to it for an event of your own.
public protocol AudibleEvent: Sendable {
    /// What is played for it, in order, each a message's ``Messages/AudioEvent``. None is no error: the event is passed over.
    var operations: [AudioEvent] { get }
}

extension AudioEvent: AudibleEvent {
    /// Itself.
    public var operations: [AudioEvent] { [self] }
}
