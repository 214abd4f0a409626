import SaybusConversation

/// The interface of a search: its command, and what is said before the list of what was found.
@ConversationActor
public final class ProductSearchTopic: ConversationTopic {
    /// Carries the commands out.
    public let eventHandler: any ProductTopicEventHandler

    /// Creates a topic that leaves what is to be done to its handler.
    public init(eventHandler: any ProductTopicEventHandler) {
        self.eventHandler = eventHandler
        super.init()
        addCommandRecognizer(SearchCommandRecognizer(responseTarget: eventHandler, action: { $0.handleSearch }))
    }

    public override func subtopic(_ subtopic: ConversationTopic, didPost incomingSeq: AudioEventSequence) {
        // preface the message with this introduction
        let prefaceEvent = SpeechEvent(utteranceString: "Here's what I found matching your query:")
        let outgoingSeq = AudioEventSequence(events: [prefaceEvent])
        outgoingSeq.appendSequence(incomingSeq)
        postEvents(outgoingSeq)
    }
}
