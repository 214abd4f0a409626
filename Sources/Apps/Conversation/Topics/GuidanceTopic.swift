import SaybusPhrases

/// A topic that answers "what can I say?" and "help" from the manager's current registry. A long list is told in parts:
/// "more" continues it.
@ConversationActor
public final class GuidanceTopic: ConversationTopic {
    /// Maximum number of commands listed at once.
    public var maximumCommands = 8
    /// The sentence after a part of the list.
    public var moreText = BuiltInSentence.sayMore.text()

    private var pages = Pages<String>([])
    private let more: MoreCommandRecognizer

    /// Creates a topic that lists the commands of a manager, and the help of a topic and its subtopics.
    public init(manager: ConversationManager, helpOf root: ConversationTopic? = nil) {
        let continuation = Continuation()
        more = MoreCommandRecognizer { continuation.topic?.next() }
        super.init()
        continuation.topic = self
        addCommandRecognizer(
            AvailableCommandsCommandRecognizer { [weak self, weak manager] in
                self?.tell(manager?.availableCommands ?? [])
            })
        addCommandRecognizer(
            HelpCommandRecognizer { [weak self, weak manager, weak root] in
                let help = root?.contextHelp ?? []
                self?.tell(help.isEmpty ? manager?.availableCommands ?? [] : help)
            })
    }

    private func tell(_ sentences: [String]) {
        pages = Pages(sentences)
        next()
    }

    fileprivate func next() {
        let page = pages.next(maximumCommands)
        speak(page.isEmpty ? [BuiltInSentence.thatIsAll.text()] : page + (pages.isOver ? [] : [moreText]))
        // "More" is a command only while there is more, so that it has its other meanings at other times.
        guard !pages.isOver else { return removeCommandRecognizer(more) }
        addCommandRecognizer(more)
        more.recordOffer()
    }
}

/// A weak reference that a closure may use before the object exists.
@ConversationActor
private final class Continuation {
    weak var topic: GuidanceTopic?
}
