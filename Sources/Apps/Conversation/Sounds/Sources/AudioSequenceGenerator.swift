/// The smallest source: posts what it is given.
@ConversationActor
open class AudioSequenceGenerator: AudioEventSource {
    /// What was posted last; nil before the first time.
    public private(set) var lastPostedEvents: AudioEventSequence?
    private var listeners = AudioEventListeners()

    /// Creates a source without listeners.
    public init() {}

    /// Adds a listener; it is held weakly.
    public func addListener(_ listener: any AudioEventListener) { listeners.add(listener) }

    /// Removes a listener.
    public func removeListener(_ listener: any AudioEventListener) { listeners.remove(listener) }

    /// Gives a sequence to every listener in turn.
    public func postSequence(_ sequence: AudioEventSequence) {
        let posted = sequence.snapshot()
        lastPostedEvents = posted
        listeners.post(posted, from: self)
    }
}
