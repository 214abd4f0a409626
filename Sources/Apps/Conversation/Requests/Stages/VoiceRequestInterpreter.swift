/// A conversion of recognized speech to a value, without side effects.
@ConversationActor
public protocol VoiceRequestInterpreter<Value> {
    /// The type of an answer's value.
    associatedtype Value: Sendable
    /// Returns the value, or the reasons why there is none. A thrown error counts as a recognition error.
    func interpret(_ result: SpeechRecognitionResult) async throws -> Interpretation<Value>
}
