import SaybusConversation

/// The interface of a list of products: its commands, and how it is spoken.
@ConversationActor
public final class ProductListTopic: ConversationTopic {
    /// Carries the commands out.
    public let eventHandler: any ProductTopicEventHandler

    /// Creates a topic that leaves what is to be done to its handler.
    public init(eventHandler: any ProductTopicEventHandler) {
        self.eventHandler = eventHandler
        super.init()
        addCommandRecognizer(PlayCommandRecognizer(responseTarget: eventHandler, action: { $0.handlePlay }))
        addCommandRecognizer(PreviousCommandRecognizer(responseTarget: eventHandler, action: { $0.handlePrevious }))
        addCommandRecognizer(NextCommandRecognizer(responseTarget: eventHandler, action: { $0.handleNext }))
        addCommandRecognizer(SelectCommandRecognizer(responseTarget: eventHandler, action: { $0.handleSelect }))
    }

    /// Speaks the titles one after the other.
    public func speakProductTitles(_ titles: [String]) {
        let sequence = AudioEventSequence()
        for title in titles {
            sequence.addEvent(SpeechEvent(utteranceString: title))
        }
        postEvents(sequence)
    }
}
