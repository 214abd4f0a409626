/// Says how to go on after an answer. It describes the response; it does not carry it out.
///
/// Of the three, just one is called in each cycle of a request.
@ConversationActor
public protocol VoiceRequestResponder<Value> {
    /// What an answer is.
    associatedtype Value: Sendable
    /// After an answer, also after one that does not fit.
    func response(to interpretation: Interpretation<Value>) async throws -> VoiceRequestResponse
    /// After a failure to hear: ask again when the next try may succeed, else say so and end.
    func response(toRecognitionError error: RecognitionError) async throws -> VoiceRequestResponse
    /// After the request was called off: only what is to be cleaned up, since there is nobody to talk to.
    func actionForCancellation() -> VoiceRequestResponse.Action?
}
