import SaybusPhrases

/// The responder of the standard requests, with replaceable handlers for success, invalid answers and failure.
@ConversationActor
public final class StandardRequestResponder<Value: Sendable>: VoiceRequestResponder {
    /// The ``supportedRetryCount`` that stands for retries without limit after unsuitable answers. When nobody says
    /// anything, the question ends after ``maximumSilences`` in a row.
    public nonisolated static var retryForever: Int { Int.max }
    /// The silences in a row that end a question without a limit of retries: nobody is there to answer.
    public nonisolated static var maximumSilences: Int { 2 }

    /// The handler of the answer. It gets nil for a failed or cancelled request, and for an answer without a
    /// value.
    public var userAction: (@ConversationActor (Value?) async throws -> Void)?
    /// The source of the response to a valid answer, in place of ``userAction``.
    public var successResponder:
        (@ConversationActor (Value?, StandardVoiceRequest<Value>) async throws -> VoiceRequestResponse)?
    {
        didSet { answered = nil }
    }
    /// The source of the response to a valid answer that needs no request, if it was given instead.
    private var answered: (@ConversationActor (Value) async throws -> VoiceRequestResponse)?
    /// The source of the response to an unsuitable answer, in place of a retry.
    public var invalidResponder:
        (@ConversationActor ([ValidationError], StandardVoiceRequest<Value>) async throws -> VoiceRequestResponse)?
    /// The handler of a failed request: its retries are exhausted, it was cancelled, its answer was not recognized, or
    /// ``successResponder`` has thrown an error. It is called in place of ``userAction``, which would get nil.
    public var failureAction: (@ConversationActor (StandardVoiceRequest<Value>) async throws -> Void)?
    /// The handler of a cancelled request, in place of ``failureAction``.
    public var cancelAction: (@ConversationActor (StandardVoiceRequest<Value>) async throws -> Void)?
    /// Maximum number of retries after unsuitable answers. The limit applies to the chain of retries; a request
    /// that is presented again starts a new chain.
    public var supportedRetryCount = 1
    /// The prompt of a retry; nil repeats the first prompt.
    public var repromptMessageText: String?
    /// The words spoken before a retry; nil chooses them by the kind of error. After the last retry a closing sentence
    /// is spoken, unless there is a ``failureAction``.
    public var invalidFeedbackText: String?

    /// The request that owns the responder.
    weak var request: StandardVoiceRequest<Value>?

    /// Creates a responder.
    public init(userAction: (@ConversationActor (Value?) async throws -> Void)? = nil) { self.userAction = userAction }

    /// Creates a responder whose closure returns the response to a valid answer.
    public convenience init(answered: @escaping @ConversationActor (Value) async throws -> VoiceRequestResponse) {
        self.init()
        successResponder = { value, _ in
            guard let value else { return .done }
            return try await answered(value)
        }
        self.answered = answered
    }

    /// Returns the response to a valid or an unsuitable answer.
    ///
    /// In a request that is not standard, an unsuitable answer ends the question, and of the handlers only those work
    /// that take no request.
    public func response(to interpretation: Interpretation<Value>) async throws -> VoiceRequestResponse {
        guard let request else { return try await responseWithoutRequest(to: interpretation) }
        guard interpretation.isValid else {
            if let invalidResponder { return try await invalidResponder(interpretation.validationErrors, request) }
            let isSilence = interpretation.validationErrors.contains { $0.type == .noInput }
            return retry(
                request, feedback: feedback(on: interpretation.validationErrors),
                closing: isSilence ? .noAnswer : .givenUp, isSilence: isSilence)
        }
        let value = interpretation.value
        if let successResponder {
            do { return try await successResponder(value, request) } catch {
                await failed(request, after: error)
                throw error
            }
        }
        guard let userAction else { return .terminalResponse(action: nil) }
        return .terminalResponse(action: { try await userAction(value) })
    }

    /// Calls the handler of a failed request after an error in the handler of its answer. That error is reported, not
    /// another one in here. A handler that is cancelled has no time left.
    private func failed(_ request: StandardVoiceRequest<Value>, after error: any Error) async {
        guard let failureAction, !(error is CancellationError), !Task.isCancelled else { return }
        try? await failureAction(request)
    }

    /// Returns a retry, if one is left and may succeed; otherwise a failure.
    public func response(toRecognitionError error: RecognitionError) async throws -> VoiceRequestResponse {
        guard let request else {
            return try failureWithoutRequest(closing: error.isTransient ? .unheard : .failed)
        }
        if error.isTransient { return retry(request, feedback: BuiltInSentence.unheard.text(), closing: .unheard) }
        return VoiceRequestResponse(
            feedbackPrompt: VoicePrompt(message: BuiltInSentence.failed.text()), action: failure(of: request))
    }

    /// Returns ``cancelAction`` if it is set, otherwise the action for a failed request.
    public func actionForCancellation() -> VoiceRequestResponse.Action? {
        guard let request else { return userActionWithoutValue }
        guard let cancelAction else { return failure(of: request) }
        return { try await cancelAction(request) }
    }

    /// Returns a retry while retries are left; otherwise a failure.
    /// - Parameters:
    ///   - request: The request.
    ///   - feedback: The words before the retry.
    ///   - closing: The sentence when none is left, since the feedback may invite an answer that nobody takes. The
    ///     ``failureAction`` has words of its own.
    ///   - isSilence: Whether nobody has said anything.
    private func retry(
        _ request: StandardVoiceRequest<Value>, feedback: String, closing: BuiltInSentence, isSilence: Bool = false
    ) -> VoiceRequestResponse {
        let silences = isSilence ? request.silences + 1 : 0
        let isDeserted = supportedRetryCount == Self.retryForever && silences >= Self.maximumSilences
        guard request.retries < supportedRetryCount, !isDeserted else {
            return VoiceRequestResponse(
                feedbackPrompt: failureAction == nil ? VoicePrompt(message: closing.text()) : nil,
                action: failure(of: request))
        }
        let prompt = repromptMessageText.map { VoicePrompt(message: $0) } ?? request.prompt
        let next = request.retry(asking: prompt)
        next.silences = silences
        var response = VoiceRequestResponse(feedbackPrompt: VoicePrompt(message: feedback), followupRequest: next)
        response.isRetry = true
        return response
    }

    private func feedback(on errors: [ValidationError]) -> String {
        if let invalidFeedbackText { return invalidFeedbackText }
        if errors.contains(where: { $0.type == .noInput }) { return BuiltInSentence.noAnswer.text() }
        return errors.lazy.compactMap(\.reason).first.map { BuiltInSentence.unsuitable.text(["reason": $0]) }
            ?? BuiltInSentence.notUnderstood.text()
    }

    private func failure(of request: StandardVoiceRequest<Value>) -> VoiceRequestResponse.Action? {
        if let failureAction { return { try await failureAction(request) } }
        return userActionWithoutValue
    }

    private var userActionWithoutValue: VoiceRequestResponse.Action? {
        guard let userAction else { return nil }
        return { try await userAction(nil) }
    }

    // MARK: In a request that is not standard

    private func responseWithoutRequest(
        to interpretation: Interpretation<Value>
    ) async throws -> VoiceRequestResponse {
        guard interpretation.isValid else {
            let isSilence = interpretation.validationErrors.contains { $0.type == .noInput }
            return try failureWithoutRequest(closing: isSilence ? .noAnswer : .givenUp)
        }
        let value = interpretation.value
        if let answered, let value { return try await answered(value) }
        guard successResponder == nil else { throw Self.unusable("successResponder") }
        guard let userAction else { return .terminalResponse(action: nil) }
        return .terminalResponse(action: { try await userAction(value) })
    }

    private func failureWithoutRequest(closing: BuiltInSentence) throws -> VoiceRequestResponse {
        guard failureAction == nil else { throw Self.unusable("failureAction") }
        return VoiceRequestResponse(
            feedbackPrompt: VoicePrompt(message: closing.text()), action: userActionWithoutValue)
    }

    private static func unusable(_ handler: String) -> HandlerFailure {
        HandlerFailure(
            .threw, "\(handler) needs a StandardVoiceRequest: use one, or a VoiceRequestResponder of your own")
    }

    /// Returns a copy for a request that replaces another.
    func copy() -> StandardRequestResponder {
        let copy = StandardRequestResponder(userAction: userAction)
        copy.successResponder = successResponder
        copy.answered = answered
        copy.invalidResponder = invalidResponder
        copy.failureAction = failureAction
        copy.cancelAction = cancelAction
        copy.supportedRetryCount = supportedRetryCount
        copy.repromptMessageText = repromptMessageText
        copy.invalidFeedbackText = invalidFeedbackText
        return copy
    }
}
