import SaybusMessages

// One initializer for each kind of request, with closures in place of a responder.

extension ConfirmationRequest {
    /// Creates a question for yes or no, with its handlers.
    /// - Parameters:
    ///   - question: The question to speak.
    ///   - retries: Maximum number of retries after unsuitable answers.
    ///   - reprompt: The question of a retry; nil repeats the first one.
    ///   - help: The answer to "help"; nil for one that suits the kind of question.
    ///   - unanswered: Called when there is no answer: after the last retry, or after a failure.
    ///   - cancelled: Called when the question is cancelled; nil calls `unanswered`.
    ///   - answered: Returns the response to a valid answer: ``VoiceRequestResponse/say(_:then:)``,
    ///     ``VoiceRequestResponse/ask(_:saying:)`` or ``VoiceRequestResponse/done``.
    public convenience init(
        _ question: String, retries: Int = 1, reprompt: String? = nil, help: String? = nil,
        unanswered: (@ConversationActor () async throws -> Void)? = nil,
        cancelled: (@ConversationActor () async throws -> Void)? = nil,
        answered: @escaping @ConversationActor (Bool) async throws -> VoiceRequestResponse
    ) {
        self.init(
            prompt: VoicePrompt(message: question),
            responder: StandardRequestResponder(
                retries: retries, reprompt: reprompt, unanswered: unanswered, cancelled: cancelled, answered: answered))
        helpText = help
    }
}

extension StringRequest {
    /// Creates a question for any words, with its handlers.
    /// - Parameters:
    ///   - question: The question to speak.
    ///   - retries: Maximum number of retries after unsuitable answers.
    ///   - reprompt: The question of a retry; nil repeats the first one.
    ///   - help: The answer to "help"; nil for one that suits the kind of question.
    ///   - unanswered: Called when there is no answer: after the last retry, or after a failure.
    ///   - cancelled: Called when the question is cancelled; nil calls `unanswered`.
    ///   - answered: Returns the response to a valid answer: ``VoiceRequestResponse/say(_:then:)``,
    ///     ``VoiceRequestResponse/ask(_:saying:)`` or ``VoiceRequestResponse/done``.
    public convenience init(
        _ question: String, retries: Int = 1, reprompt: String? = nil, help: String? = nil,
        unanswered: (@ConversationActor () async throws -> Void)? = nil,
        cancelled: (@ConversationActor () async throws -> Void)? = nil,
        answered: @escaping @ConversationActor (String) async throws -> VoiceRequestResponse
    ) {
        self.init(
            prompt: VoicePrompt(message: question),
            responder: StandardRequestResponder(
                retries: retries, reprompt: reprompt, unanswered: unanswered, cancelled: cancelled, answered: answered))
        helpText = help
    }
}

extension NumericalRequest {
    /// Creates a question for a number, with its handlers.
    /// - Parameters:
    ///   - question: The question to speak.
    ///   - range: The range of valid numbers; nil for all.
    ///   - retries: Maximum number of retries after unsuitable answers.
    ///   - reprompt: The question of a retry; nil repeats the first one.
    ///   - help: The answer to "help"; nil for one that suits the kind of question.
    ///   - unanswered: Called when there is no answer: after the last retry, or after a failure.
    ///   - cancelled: Called when the question is cancelled; nil calls `unanswered`.
    ///   - answered: Returns the response to a valid answer: ``VoiceRequestResponse/say(_:then:)``,
    ///     ``VoiceRequestResponse/ask(_:saying:)`` or ``VoiceRequestResponse/done``.
    public convenience init(
        _ question: String, range: ClosedRange<Double>? = nil, retries: Int = 1, reprompt: String? = nil,
        help: String? = nil,
        unanswered: (@ConversationActor () async throws -> Void)? = nil,
        cancelled: (@ConversationActor () async throws -> Void)? = nil,
        answered: @escaping @ConversationActor (Double) async throws -> VoiceRequestResponse
    ) {
        self.init(
            prompt: VoicePrompt(message: question), range: range,
            responder: StandardRequestResponder(
                retries: retries, reprompt: reprompt, unanswered: unanswered, cancelled: cancelled, answered: answered))
        helpText = help
    }
}

extension SelectRequest {
    /// Creates a question that offers options, with its handlers.
    /// - Parameters:
    ///   - question: The question to speak.
    ///   - options: The options.
    ///   - retries: Maximum number of retries after unsuitable answers.
    ///   - reprompt: The question of a retry; nil repeats the first one.
    ///   - help: The answer to "help"; nil for one that suits the kind of question.
    ///   - unanswered: Called when there is no answer: after the last retry, or after a failure.
    ///   - cancelled: Called when the question is cancelled; nil calls `unanswered`.
    ///   - answered: Returns the response to a valid answer: ``VoiceRequestResponse/say(_:then:)``,
    ///     ``VoiceRequestResponse/ask(_:saying:)`` or ``VoiceRequestResponse/done``.
    public convenience init(
        _ question: String, options: [SelectOption], retries: Int = 1, reprompt: String? = nil, help: String? = nil,
        unanswered: (@ConversationActor () async throws -> Void)? = nil,
        cancelled: (@ConversationActor () async throws -> Void)? = nil,
        answered: @escaping @ConversationActor (SelectResult) async throws -> VoiceRequestResponse
    ) {
        self.init(
            options: options, prompt: VoicePrompt(message: question),
            responder: StandardRequestResponder(
                retries: retries, reprompt: reprompt, unanswered: unanswered, cancelled: cancelled, answered: answered))
        helpText = help
    }
}

extension PatternMatchRequest {
    /// Creates a question for words that match a pattern, with its handlers.
    /// - Parameters:
    ///   - question: The question to speak.
    ///   - patterns: The patterns.
    ///   - slotTypes: The types that the patterns use, in addition to text and numbers.
    ///   - retries: Maximum number of retries after unsuitable answers.
    ///   - reprompt: The question of a retry; nil repeats the first one.
    ///   - help: The answer to "help"; nil for one that suits the kind of question.
    ///   - unanswered: Called when there is no answer: after the last retry, or after a failure.
    ///   - cancelled: Called when the question is cancelled; nil calls `unanswered`.
    ///   - answered: Returns the response to a valid answer: ``VoiceRequestResponse/say(_:then:)``,
    ///     ``VoiceRequestResponse/ask(_:saying:)`` or ``VoiceRequestResponse/done``.
    public convenience init(
        _ question: String, patterns: [String], slotTypes: [Catalog.SlotType] = [], retries: Int = Int.max,
        reprompt: String? = nil, help: String? = nil,
        unanswered: (@ConversationActor () async throws -> Void)? = nil,
        cancelled: (@ConversationActor () async throws -> Void)? = nil,
        answered: @escaping @ConversationActor (PatternMatch) async throws -> VoiceRequestResponse
    ) {
        self.init(
            templates: patterns, slotTypes: slotTypes, prompt: VoicePrompt(message: question),
            responder: StandardRequestResponder(
                retries: retries, reprompt: reprompt, unanswered: unanswered, cancelled: cancelled, answered: answered))
        helpText = help
    }
}
