import SaybusDispatch
import SaybusMessages

/// The connection from a conversation's tracks to the audio stage.
@ConversationActor
protocol AudioTransport: AnyObject, Sendable {
    /// Publishes a sequence and tracks it to its end.
    func send(
        _ sequence: AudioSequence, id: MessageID, turn: ConversationTurn?, handler: @escaping PlaybackTracker.Handler
    ) throws
    /// Stops tracking a sequence.
    func forget(_ sequence: MessageID)
    /// Publishes a control message to the audio stage.
    func control(_ control: AudioControl) throws
    /// Reports a problem. Each distinct text is reported once.
    func report(problem text: String)
}
