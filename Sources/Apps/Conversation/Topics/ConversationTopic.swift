/// A part of a conversation: what can be said in it, and what it says. Meant to be subclassed.
///
/// A topic is a registry of recognizers and a source of sounds, and has subtopics: their recognizers count as its own, and what they post
/// goes through ``subtopic(_:didPost:)``, where it can be changed, before it is heard as if from the topic itself.
@ConversationActor
open class ConversationTopic: VerbalCommandRegistry, AudioEventSource, AudioEventListener {
    /// The topic's own recognizers, then those of its subtopics, each with theirs.
    public var commandRecognizers: [VerbalCommandRecognizer] {
        ownRecognizers + subtopics.flatMap(\.commandRecognizers)
    }
    /// In the order in which they were added.
    public private(set) var subtopics: [ConversationTopic] = []
    /// What the topic posted last, as its listeners got it; nil before the first time.
    public private(set) var lastPostedEvents: AudioEventSequence?
    /// What can be done here, in a sentence or two, for those who ask for help.
    public var helpText: String?

    private var ownRecognizers: [VerbalCommandRecognizer] = []
    private var listeners = AudioEventListeners()

    /// Creates an empty topic.
    public init() {}

    /// Adds a recognizer; one that is there already stays where it is.
    public func addCommandRecognizer(_ recognizer: VerbalCommandRecognizer) {
        guard !ownRecognizers.contains(where: { $0 === recognizer }) else { return }
        ownRecognizers.append(recognizer)
        RegistryChanges.post()
    }

    /// Removes one of the topic's own recognizers.
    public func removeCommandRecognizer(_ recognizer: VerbalCommandRecognizer) {
        ownRecognizers.removeAll { $0 === recognizer }
        RegistryChanges.post()
    }

    /// Posts a sequence to all listeners, in the order in which they came.
    public func postEvents(_ sequence: AudioEventSequence) {
        let posted = sequence.snapshot()
        lastPostedEvents = posted
        listeners.post(posted, from: self)
    }

    /// Posts again what was posted last; nobody is told of its end a second time.
    /// - Returns: False when nothing has been posted yet.
    @discardableResult
    public func repeatLastPostedEvents() -> Bool {
        guard let lastPostedEvents else { return false }
        postEvents(AudioEventSequence(events: lastPostedEvents.events))
        return true
    }

    /// Adds a subtopic at the end. A topic cannot be inside itself: that changes nothing.
    public func addSubtopic(_ subtopic: ConversationTopic) {
        guard !subtopics.contains(where: { $0 === subtopic }), !subtopic.contains(self) else { return }
        subtopics.append(subtopic)
        subtopic.addListener(self)
        RegistryChanges.post()
    }

    /// Removes a subtopic; what it posts then is not heard here.
    public func removeSubtopic(_ subtopic: ConversationTopic) {
        guard let index = subtopics.firstIndex(where: { $0 === subtopic }) else { return }
        subtopics.remove(at: index)
        subtopic.removeListener(self)
        RegistryChanges.post()
    }

    /// Removes all subtopics.
    public func removeAllSubtopics() { for subtopic in subtopics { removeSubtopic(subtopic) } }

    /// A subtopic has posted a sequence: passes it on. Override it to change what is heard; what is not posted is not heard.
    open func subtopic(_ subtopic: ConversationTopic, didPost sequence: AudioEventSequence) { postEvents(sequence) }

    /// The help of this topic and of all inside it.
    public var contextHelp: [String] { (helpText.map { [$0] } ?? []) + subtopics.flatMap(\.contextHelp) }

    // MARK: Source and listener

    /// Adds a listener; it is held weakly.
    public func addListener(_ listener: any AudioEventListener) { listeners.add(listener) }

    /// Removes a listener.
    public func removeListener(_ listener: any AudioEventListener) { listeners.remove(listener) }

    /// Takes what a subtopic posts.
    public func eventSource(_ source: any AudioEventSource, didPost sequence: AudioEventSequence) {
        guard let subtopic = source as? ConversationTopic, subtopics.contains(where: { $0 === subtopic }) else {
            return
        }
        self.subtopic(subtopic, didPost: sequence)
    }

    private func contains(_ topic: ConversationTopic) -> Bool {
        self === topic || subtopics.contains { $0.contains(topic) }
    }
}
