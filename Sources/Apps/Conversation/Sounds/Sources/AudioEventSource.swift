/// A source of sequences. They are played once the source is connected to a track, or a topic passes them on.
@ConversationActor
public protocol AudioEventSource: AnyObject, Sendable {
    /// The last posted sequence; nil before the first one.
    var lastPostedEvents: AudioEventSequence? { get }
    /// Adds a listener. Adding a listener twice has no further effect.
    func addListener(_ listener: any AudioEventListener)
    /// Removes a listener.
    func removeListener(_ listener: any AudioEventListener)
}
