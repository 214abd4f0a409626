import SaybusMessages

/// The conversation in which actions run.
protocol ActionHost: Sendable {
    /// Changes or queries the conversation.
    /// - Returns: The resulting audio events.
    func perform(_ act: ConversationAct) async -> [AudioEvent]
    /// Publishes a message.
    /// - Returns: The reason why the message cannot be published; nil on success.
    func publish(_ message: OutgoingMessage) async -> String?
    /// Changes or asks the app's memory.
    /// - Returns: The values that the action sets.
    func remember(_ request: MemoryRequest) async -> Result<[String: Parameter.Value], StoreError>
    /// Checks before each step whether the action may go on.
    /// - Returns: The interruption of the action; nil when it may go on.
    func interruption() async -> ActionInterruption?
    /// The values that the actions' texts may use besides those of the command: `session`, `turn` and `room`.
    var context: [String: String] { get }
    /// The environment variables that programs get.
    var environment: [String: String] { get }
}
