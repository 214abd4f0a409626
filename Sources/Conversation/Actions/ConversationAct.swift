import Messages

/// What an action does to the conversation that it is part of.
public enum ConversationAct: Sendable, Equatable {
    /// Enters a topic, and those that it is in.
    case enter(String)
    /// Leaves a topic and those inside it; all when nil.
    case leave(String?)
    /// Tells something that the conversation knows.
    case tell(Action.Guidance)
    /// Changes how the voice speaks: a standard command with what was said.
    case adjustSpeech(String, ActionValues)
}

/// The conversation that actions are part of.
public protocol ActionHost: Sendable {
    /// Does something to the conversation.
    /// - Returns: What is heard of it.
    func perform(_ act: ConversationAct) async -> [AudioEvent]
    /// Publishes a message.
    /// - Returns: Why it cannot be published; nil when it was.
    func publish(_ message: OutgoingMessage) async -> String?
}
