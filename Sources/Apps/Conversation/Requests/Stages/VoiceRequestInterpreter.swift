/// Makes a value of what was heard. It does not act on it.
@ConversationActor
public protocol VoiceRequestInterpreter<Value> {
    /// What an answer is.
    associatedtype Value: Sendable
    /// The value, or why there is none. What it throws counts as a recognition error.
    func interpret(_ result: SpeechRecognitionResult) async throws -> Interpretation<Value>
}
