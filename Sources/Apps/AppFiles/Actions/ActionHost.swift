import SaybusMessages

/// The conversation in which actions run.
public protocol ActionHost: Sendable {
    /// Changes or queries the conversation.
    /// - Returns: The resulting audio events.
    func perform(_ act: ConversationAct) async -> [AudioEvent]
    /// Publishes a message.
    /// - Returns: The reason why the message cannot be published; nil on success.
    func publish(_ message: OutgoingMessage) async -> String?
}
