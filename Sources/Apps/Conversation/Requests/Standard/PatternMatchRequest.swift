/// A question for words that match a pattern, such as `@piece to @row @column:Number`.
///
/// After any other answer the question is repeated without limit, unless
/// ``StandardRequestResponder/supportedRetryCount`` limits the retries.
@ConversationActor
open class PatternMatchRequest: StandardVoiceRequest<PatternMatch> {
    /// The patterns.
    public var templates: [String] { didSet { interpreter = PatternInterpreter(templates: templates) } }

    /// Creates a question with patterns, whose action gets the answer; nil stands for no answer.
    public convenience init(
        templates: [String], promptText: String,
        action: (@ConversationActor (PatternMatch?) async throws -> Void)? = nil
    ) {
        let responder = StandardRequestResponder(userAction: action)
        responder.supportedRetryCount = StandardRequestResponder<PatternMatch>.retryForever
        self.init(templates: templates, prompt: VoicePrompt(message: promptText), responder: responder)
    }

    /// Creates a question with patterns and a responder.
    public init(templates: [String], prompt: VoicePrompt?, responder: StandardRequestResponder<PatternMatch>) {
        self.templates = templates
        super.init(prompt: prompt, interpreter: PatternInterpreter(templates: templates), responder: responder)
    }

    open override var kind: String { "pattern" }
    open override var recognition: RecognitionOptions { recognitionOptions.expecting(templates) }
    open override func clone() -> StandardVoiceRequest<PatternMatch> {
        let copy = PatternMatchRequest(templates: templates, prompt: prompt, responder: standardResponder.copy())
        copy.interpreter = interpreter
        copy.recognitionOptions = recognitionOptions
        return copy
    }
}
