/// Posts sequences to listeners. Nobody hears it until it is connected with a track, or a topic passes it on.
@ConversationActor
public protocol AudioEventSource: AnyObject, Sendable {
    /// What was posted last; nil before the first time.
    var lastPostedEvents: AudioEventSequence? { get }
    /// Adds a listener; one that is there already hears everything once.
    func addListener(_ listener: any AudioEventListener)
    /// Removes a listener.
    func removeListener(_ listener: any AudioEventListener)
}
