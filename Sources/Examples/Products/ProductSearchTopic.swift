import SaybusConversation

/// The voice interface of a search: its command, and the introduction to the results.
@ConversationActor
public final class ProductSearchTopic: ConversationTopic {
    /// The handler of the commands.
    public let eventHandler: any ProductTopicEventHandler

    /// Creates a topic whose commands the handler carries out.
    public init(eventHandler: any ProductTopicEventHandler) {
        self.eventHandler = eventHandler
        super.init()
        addCommandRecognizer(SearchCommandRecognizer(responseTarget: eventHandler, action: { $0.handleSearch }))
    }

    public override func subtopic(_ subtopic: ConversationTopic, didPost incomingSeq: AudioEventSequence) {
        // Speak this introduction before the results.
        let prefaceEvent = SpeechEvent(utteranceString: "Here's what I found matching your query:")
        let outgoingSeq = AudioEventSequence(events: [prefaceEvent])
        outgoingSeq.appendSequence(incomingSeq)
        postEvents(outgoingSeq)
    }
}
