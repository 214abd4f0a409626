import SaybusConversation

/// The voice interface of a list of products: its commands and its speech.
@ConversationActor
public final class ProductListTopic: ConversationTopic {
    /// The handler of the commands.
    public let eventHandler: any ProductTopicEventHandler

    /// Creates a topic whose commands the handler carries out.
    public init(eventHandler: any ProductTopicEventHandler) {
        self.eventHandler = eventHandler
        super.init()
        addCommandRecognizer(PlayCommandRecognizer(responseTarget: eventHandler, action: { $0.handlePlay }))
        addCommandRecognizer(PreviousCommandRecognizer(responseTarget: eventHandler, action: { $0.handlePrevious }))
        addCommandRecognizer(NextCommandRecognizer(responseTarget: eventHandler, action: { $0.handleNext }))
        addCommandRecognizer(SelectCommandRecognizer(responseTarget: eventHandler, action: { $0.handleSelect }))
    }

    /// Reads the titles one after the other.
    public func speakProductTitles(_ titles: [String]) {
        let sequence = AudioEventSequence()
        for title in titles {
            sequence.addEvent(SpeechEvent(utteranceString: title))
        }
        postEvents(sequence)
    }
}
