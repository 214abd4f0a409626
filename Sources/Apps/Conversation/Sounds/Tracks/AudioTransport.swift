import SaybusDispatch
import SaybusMessages

/// The way from a conversation's tracks to the audio stage.
@ConversationActor
protocol AudioTransport: AnyObject, Sendable {
    /// Publishes a sequence, and has it followed to its end.
    func send(
        _ sequence: AudioSequence, id: MessageID, turn: ConversationTurn?, handler: @escaping PlaybackTracker.Handler
    ) throws
    /// Stops following a sequence.
    func forget(_ sequence: MessageID)
    /// Changes what the audio stage plays.
    func control(_ control: AudioControl) throws
    /// Reports a problem, each text once.
    func report(problem text: String)
}
