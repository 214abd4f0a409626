import SaybusMessages

/// The conversation that actions are part of.
public protocol ActionHost: Sendable {
    /// Does something to the conversation.
    /// - Returns: What is heard of it.
    func perform(_ act: ConversationAct) async -> [AudioEvent]
    /// Publishes a message.
    /// - Returns: Why it cannot be published; nil when it was.
    func publish(_ message: OutgoingMessage) async -> String?
}
