/// An act on the conversation in which an action runs.
enum ConversationAct: Sendable, Equatable {
    /// Enters a topic and the topics that contain it.
    case enter(String)
    /// Leaves a topic and its subtopics; nil leaves all topics.
    case leave(String?)
    /// Speaks information about the conversation.
    case tell(Action.Guidance)
    /// Changes the voice's settings by a standard command with its values.
    case adjustSpeech(String, ActionValues)
}
