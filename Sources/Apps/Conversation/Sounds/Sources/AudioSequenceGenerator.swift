/// A minimal source that posts the sequences it is given.
@ConversationActor
open class AudioSequenceGenerator: AudioEventSource {
    /// The last posted sequence; nil before the first one.
    public private(set) var lastPostedEvents: AudioEventSequence?
    private var listeners = AudioEventListeners()

    /// Creates a source without listeners.
    public init() {}

    /// Adds a listener, which is held weakly.
    public func addListener(_ listener: any AudioEventListener) { listeners.add(listener) }

    /// Removes a listener.
    public func removeListener(_ listener: any AudioEventListener) { listeners.remove(listener) }

    /// Posts a sequence to every listener in turn.
    public func postSequence(_ sequence: AudioEventSequence) {
        let posted = sequence.snapshot()
        lastPostedEvents = posted
        listeners.post(posted, from: self)
    }
}
