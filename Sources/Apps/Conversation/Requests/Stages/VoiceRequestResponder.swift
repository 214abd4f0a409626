/// A type that chooses the response to an answer. It describes the response and does not carry it out.
///
/// Exactly one of the three methods is called in each cycle of a request.
@ConversationActor
public protocol VoiceRequestResponder<Value> {
    /// The type of an answer's value.
    associatedtype Value: Sendable
    /// Returns the response to an answer, valid or not.
    func response(to interpretation: Interpretation<Value>) async throws -> VoiceRequestResponse
    /// Returns the response to a recognition error: a retry if it may succeed, otherwise a message.
    func response(toRecognitionError error: RecognitionError) async throws -> VoiceRequestResponse
    /// Returns the action after a cancelled request, for cleaning up only, since the user no longer listens.
    func actionForCancellation() -> VoiceRequestResponse.Action?
}
