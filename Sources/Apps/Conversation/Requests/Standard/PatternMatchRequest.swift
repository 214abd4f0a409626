/// Asks for something in the shape of a pattern: `@piece to @row @column:Number`.
///
/// Anything else is asked for again, without end unless ``StandardRequestResponder/supportedRetryCount`` says otherwise.
@ConversationActor
open class PatternMatchRequest: StandardVoiceRequest<PatternMatch> {
    /// The patterns.
    public var templates: [String] { didSet { interpreter = PatternInterpreter(templates: templates) } }

    /// Patterns, a question, and what to do with the answer; nil when there was none.
    public convenience init(
        templates: [String], promptText: String,
        action: (@ConversationActor (PatternMatch?) async throws -> Void)? = nil
    ) {
        let responder = StandardRequestResponder(userAction: action)
        responder.supportedRetryCount = StandardRequestResponder<PatternMatch>.retryForever
        self.init(templates: templates, prompt: VoicePrompt(message: promptText), responder: responder)
    }

    /// Patterns, a question and a responder.
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
