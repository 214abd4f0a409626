import SaybusMessages

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
