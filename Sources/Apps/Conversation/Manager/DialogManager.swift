import SaybusMessages

/// Decides what words mean in a conversation that is more than commands and answers: it keeps what was said before, and tells by that.
@ConversationActor
public protocol DialogManager: AnyObject, Sendable {
    /// What recognizers need to know now.
    var catalog: Catalog { get }
    /// Whose words these are. Asked once for each utterance, before a question or a command gets it.
    /// - Parameter isAsked: Whether a question of this conversation waits for its answer.
    func claim(_ result: SpeechRecognitionResult, isAsked: Bool) -> DialogClaim
    /// Whether words call this app by its name: it hears them though another app asks something.
    func isCalled(by result: SpeechRecognitionResult) -> Bool
    /// Whether nothing is kept that would be missed if this conversation were forgotten.
    var isIdle: Bool { get }
    /// The program ends, and the conversation with it.
    func close() async
}

/// What a ``DialogManager`` says of an utterance.
public enum DialogClaim: Sendable {
    /// It is for another app. A question of ours that waits is called off.
    case otherApp
    /// This request makes something of it.
    case request(any VoiceRequest)
    /// It answers the question that waits; without one, it may be a command of the registry.
    case unclaimed
}
