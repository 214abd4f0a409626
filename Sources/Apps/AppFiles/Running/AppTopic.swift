import SaybusConversation

/// A topic of a YAML app.
@ConversationActor
final class AppTopic: ConversationTopic {
    private let interception: App.Topic.Interception

    init(_ topic: App.Topic) {
        interception = topic.interception
        super.init()
        helpText = topic.help
    }

    /// Adds the file's actions before and after a subtopic's speech, or suppresses that speech.
    override func subtopic(_ subtopic: ConversationTopic, didPost sequence: AudioEventSequence) {
        guard !interception.swallows else { return }
        let whole = AudioEventSequence(events: interception.before.audioEvents())
        whole.appendSequence(sequence)
        whole.addEvents(interception.after.audioEvents())
        postEvents(whole)
    }
}
