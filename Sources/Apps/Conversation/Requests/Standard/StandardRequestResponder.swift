/// The responder of the ready-made requests: success, invalid and failure, each to be replaced.
@ConversationActor
public final class StandardRequestResponder<Value: Sendable>: VoiceRequestResponder {
    /// A ``supportedRetryCount`` without end.
    public nonisolated static var retryForever: Int { Int.max }

    /// Takes the answer; nil when the request failed or was called off, or the answer is "nothing".
    public var userAction: (@ConversationActor (Value?) async throws -> Void)?
    /// Says how to go on after an answer that fits; takes the place of ``userAction``.
    public var successResponder:
        (@ConversationActor (Value?, StandardVoiceRequest<Value>) async throws -> VoiceRequestResponse)?
    /// Says how to go on after an answer that does not fit; takes the place of asking again.
    public var invalidResponder:
        (@ConversationActor ([ValidationError], StandardVoiceRequest<Value>) async throws -> VoiceRequestResponse)?
    /// What to do when the tries are used up, the request was called off, or hearing failed; takes the place of ``userAction`` with nil.
    public var failureAction: (@ConversationActor (StandardVoiceRequest<Value>) async throws -> Void)?
    /// What to do when the request was called off; takes the place of ``failureAction``.
    public var cancelAction: (@ConversationActor (StandardVoiceRequest<Value>) async throws -> Void)?
    /// How often the question is asked again after an answer that does not fit. It counts for the chain of tries, not for the request: a
    /// request that is asked anew begins anew.
    public var supportedRetryCount = 1
    /// What is asked when the question is asked again; nil asks the same.
    public var repromptMessageText: String?
    /// The words that are said before the question is asked again; nil chooses by the error.
    public var invalidFeedbackText: String?

    /// Whose responder it is.
    weak var request: StandardVoiceRequest<Value>?

    /// Creates a responder.
    public init(userAction: (@ConversationActor (Value?) async throws -> Void)? = nil) { self.userAction = userAction }

    /// Success or invalid.
    public func response(to interpretation: Interpretation<Value>) async throws -> VoiceRequestResponse {
        guard let request else { return .terminalResponse(action: nil) }
        guard interpretation.isValid else {
            if let invalidResponder { return try await invalidResponder(interpretation.validationErrors, request) }
            return retry(request, feedback: feedback(on: interpretation.validationErrors))
        }
        let value = interpretation.value
        if let successResponder { return try await successResponder(value, request) }
        guard let userAction else { return .terminalResponse(action: nil) }
        return .terminalResponse(action: { try await userAction(value) })
    }

    /// Another try, when one is left and may help; else failure.
    public func response(toRecognitionError error: RecognitionError) async throws -> VoiceRequestResponse {
        guard let request else { return .terminalResponse(action: nil) }
        if error.isTransient { return retry(request, feedback: "Sorry, I could not hear you.") }
        return VoiceRequestResponse(
            feedbackPrompt: VoicePrompt(message: "Sorry, that did not work."), action: failure(of: request))
    }

    /// The action for a request that was called off, else the failure action.
    public func actionForCancellation() -> VoiceRequestResponse.Action? {
        guard let request else { return nil }
        guard let cancelAction else { return failure(of: request) }
        return { try await cancelAction(request) }
    }

    /// Asks again, as long as tries are left.
    private func retry(_ request: StandardVoiceRequest<Value>, feedback: String) -> VoiceRequestResponse {
        guard request.retries < supportedRetryCount else {
            return VoiceRequestResponse(
                feedbackPrompt: VoicePrompt(message: feedback), action: failure(of: request))
        }
        let prompt = repromptMessageText.map { VoicePrompt(message: $0) } ?? request.prompt
        var response = VoiceRequestResponse(
            feedbackPrompt: VoicePrompt(message: feedback), followupRequest: request.clone(replacingPrompt: prompt))
        response.isRetry = true
        return response
    }

    private func feedback(on errors: [ValidationError]) -> String {
        if let invalidFeedbackText { return invalidFeedbackText }
        if errors.contains(where: { $0.type == .noInput }) { return "Sorry, I did not hear an answer." }
        return errors.lazy.compactMap(\.reason).first.map { "Sorry, \($0)" } ?? "Sorry, I did not understand that."
    }

    private func failure(of request: StandardVoiceRequest<Value>) -> VoiceRequestResponse.Action? {
        if let failureAction { return { try await failureAction(request) } }
        guard let userAction else { return nil }
        return { try await userAction(nil) }
    }

    /// The same for a request that takes the place of another.
    func copy() -> StandardRequestResponder {
        let copy = StandardRequestResponder(userAction: userAction)
        copy.successResponder = successResponder
        copy.invalidResponder = invalidResponder
        copy.failureAction = failureAction
        copy.cancelAction = cancelAction
        copy.supportedRetryCount = supportedRetryCount
        copy.repromptMessageText = repromptMessageText
        copy.invalidFeedbackText = invalidFeedbackText
        return copy
    }
}
