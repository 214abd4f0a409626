import SaybusMessages

/// Takes sequences to the audio stage.
@ConversationActor
protocol AudioTransport: AnyObject, Sendable {
    /// Sends a sequence; nil when it cannot be sent.
    func send(_ sequence: AudioSequence, id: MessageID, turn: ConversationTurn?) throws -> Header
    /// Changes what plays.
    func control(_ control: AudioControl) throws
    /// Says something to whoever looks after the program, once for each text.
    func warn(_ text: String)
}
