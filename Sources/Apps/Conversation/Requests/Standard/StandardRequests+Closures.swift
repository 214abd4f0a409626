import SaybusMessages

// One initializer for each kind of request, with a closure in place of a responder. The closure returns the response to
// a valid answer: `.say(…)`, `.ask(…)` or `.done`. The functions below add the rest.

extension ConfirmationRequest {
    /// Creates a question for yes or no; `answered` returns the response to the answer.
    public convenience init(
        _ question: String, answered: @escaping @ConversationActor (Bool) async throws -> VoiceRequestResponse
    ) { self.init(prompt: VoicePrompt(message: question), responder: StandardRequestResponder(answered: answered)) }
}

extension StringRequest {
    /// Creates a question for any words; `answered` returns the response to the answer.
    public convenience init(
        _ question: String, answered: @escaping @ConversationActor (String) async throws -> VoiceRequestResponse
    ) { self.init(prompt: VoicePrompt(message: question), responder: StandardRequestResponder(answered: answered)) }
}

extension NumericalRequest {
    /// Creates a question for a number of a range, or for any number; `answered` returns the response to the answer.
    public convenience init(
        _ question: String, range: ClosedRange<Double>? = nil,
        answered: @escaping @ConversationActor (Double) async throws -> VoiceRequestResponse
    ) {
        self.init(
            prompt: VoicePrompt(message: question), range: range,
            responder: StandardRequestResponder(answered: answered))
    }
}

extension SelectRequest {
    /// Creates a question that offers options; `answered` returns the response to the choice.
    public convenience init(
        _ question: String, options: [SelectOption],
        answered: @escaping @ConversationActor (SelectResult) async throws -> VoiceRequestResponse
    ) {
        self.init(
            options: options, prompt: VoicePrompt(message: question),
            responder: StandardRequestResponder(answered: answered))
    }
}

extension PatternMatchRequest {
    /// Creates a question for words that match a pattern, which is repeated without limit; `answered` returns the
    /// response to the answer. The patterns may use the types besides text and numbers.
    public convenience init(
        _ question: String, patterns: [String], slotTypes: [Catalog.SlotType] = [],
        answered: @escaping @ConversationActor (PatternMatch) async throws -> VoiceRequestResponse
    ) {
        let responder = StandardRequestResponder(answered: answered)
        responder.supportedRetryCount = StandardRequestResponder<PatternMatch>.retryForever
        self.init(
            templates: patterns, slotTypes: slotTypes, prompt: VoicePrompt(message: question), responder: responder)
    }
}

extension StandardVoiceRequest {
    /// Sets the maximum number of retries after unsuitable answers, and the question of a retry; nil repeats the first
    /// one.
    public func retrying(_ count: Int, asking reprompt: String? = nil) -> Self {
        standardResponder.supportedRetryCount = count
        standardResponder.repromptMessageText = reprompt
        return self
    }

    /// Sets the answer to "help", in place of one that suits the kind of question.
    public func helping(_ text: String) -> Self {
        helpText = text
        return self
    }

    /// Sets the closure for a question that gets no answer: after the last retry, after a failure, such as an error in
    /// the closure of its answer, and when it is cancelled, unless ``ifCancelled(_:)`` sets another one.
    public func ifUnanswered(_ action: @escaping @ConversationActor () async throws -> Void) -> Self {
        standardResponder.failureAction = { _ in try await action() }
        return self
    }

    /// Sets the closure for a question that is cancelled: by "never mind", by the app, or by another app.
    public func ifCancelled(_ action: @escaping @ConversationActor () async throws -> Void) -> Self {
        standardResponder.cancelAction = { _ in try await action() }
        return self
    }
}
