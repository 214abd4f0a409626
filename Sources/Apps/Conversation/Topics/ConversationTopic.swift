/// A part of a conversation with its commands and its speech. Subclass it for each part of an app.
///
/// A topic is a registry of recognizers, a source of sounds, and the parent of subtopics. The subtopics'
/// recognizers count as the topic's own. Their sequences pass through ``subtopic(_:didPost:)``, which can change
/// or suppress them, and which posts them as the topic's own.
@ConversationActor
open class ConversationTopic: VerbalCommandRegistry, AudioEventSource, AudioEventListener {
    /// The topic's own recognizers, followed by those of its subtopics.
    public var commandRecognizers: [VerbalCommandRecognizer] {
        readers.record()
        return ownRecognizers + subtopics.flatMap(\.commandRecognizers)
    }
    /// The subtopics, in the order in which they were added.
    public private(set) var subtopics: [ConversationTopic] = []
    /// The last posted sequence, as the listeners got it; nil before the first one.
    public private(set) var lastPostedEvents: AudioEventSequence?
    /// A help text of a sentence or two for the topic.
    public var helpText: String?

    private var ownRecognizers: [VerbalCommandRecognizer] = []
    private var readers = RegistryReaders()
    private var listeners = AudioEventListeners()

    /// Creates an empty topic.
    public init() {}

    /// Appends a recognizer. A recognizer that is already in the topic keeps its place.
    public func addCommandRecognizer(_ recognizer: VerbalCommandRecognizer) {
        guard !ownRecognizers.contains(where: { $0 === recognizer }) else { return }
        ownRecognizers.append(recognizer)
        readers.tell()
    }

    /// Removes one of the topic's own recognizers.
    public func removeCommandRecognizer(_ recognizer: VerbalCommandRecognizer) {
        guard let index = ownRecognizers.firstIndex(where: { $0 === recognizer }) else { return }
        ownRecognizers.remove(at: index)
        readers.tell()
    }

    /// Posts a sequence to all listeners, in the order in which they were added.
    public func postEvents(_ sequence: AudioEventSequence) {
        let posted = sequence.snapshot()
        lastPostedEvents = posted
        listeners.post(posted, from: self)
    }

    /// Speaks a text.
    /// - Parameters:
    ///   - text: The words.
    ///   - completion: Called when the speech ends, with its outcome.
    public func speak(_ text: String, then completion: AudioEventSequenceItem.Completion? = nil) {
        play(SpeechEvent(utteranceString: text), then: completion)
    }

    /// Speaks several texts, one after the other. Each is an event of its own, which can be skipped.
    public func speak(_ texts: [String]) {
        postEvents(AudioEventSequence(events: texts.map { SpeechEvent(utteranceString: $0) }))
    }

    /// Plays an event, such as a tone.
    /// - Parameters:
    ///   - event: The event.
    ///   - completion: Called when the event ends, with its outcome.
    public func play(_ event: any AudibleEvent, then completion: AudioEventSequenceItem.Completion? = nil) {
        let sequence = AudioEventSequence()
        sequence.addEvent(event, completion: completion)
        postEvents(sequence)
    }

    /// Posts the last sequence again, without its completions.
    /// - Returns: False when nothing has been posted yet, or the last sequence has nothing to play.
    @discardableResult
    public func repeatLastPostedEvents() -> Bool {
        guard let lastPostedEvents, lastPostedEvents.events.contains(where: { !$0.operations.isEmpty }) else {
            return false
        }
        postEvents(AudioEventSequence(events: lastPostedEvents.events))
        return true
    }

    /// Appends a subtopic. Adding a topic to itself or to one of its own subtopics has no effect.
    public func addSubtopic(_ subtopic: ConversationTopic) {
        guard !subtopics.contains(where: { $0 === subtopic }), !subtopic.contains(self) else { return }
        subtopics.append(subtopic)
        subtopic.addListener(self)
        readers.tell()
    }

    /// Removes a subtopic. Its later sequences are no longer passed on.
    public func removeSubtopic(_ subtopic: ConversationTopic) {
        guard let index = subtopics.firstIndex(where: { $0 === subtopic }) else { return }
        subtopics.remove(at: index)
        subtopic.removeListener(self)
        readers.tell()
    }

    /// Removes all subtopics.
    public func removeAllSubtopics() { for subtopic in subtopics { removeSubtopic(subtopic) } }

    /// Passes on a subtopic's sequence. Override this method to change or suppress it.
    open func subtopic(_ subtopic: ConversationTopic, didPost sequence: AudioEventSequence) { postEvents(sequence) }

    /// The help texts of this topic and of all its subtopics.
    public var contextHelp: [String] { (helpText.map { [$0] } ?? []) + subtopics.flatMap(\.contextHelp) }

    // MARK: Source and listener

    /// Adds a listener, which is held weakly.
    public func addListener(_ listener: any AudioEventListener) { listeners.add(listener) }

    /// Removes a listener.
    public func removeListener(_ listener: any AudioEventListener) { listeners.remove(listener) }

    /// Receives a subtopic's sequence.
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
