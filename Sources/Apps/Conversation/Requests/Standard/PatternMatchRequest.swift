import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// A question for words that match a pattern, such as `@piece to @row @column:Number`.
///
/// After any other answer the question is repeated without limit, unless
/// ``StandardRequestResponder/supportedRetryCount`` limits the retries. Two silences in a row end it as unanswered.
@ConversationActor
open class PatternMatchRequest: StandardVoiceRequest<PatternMatch> {
    /// The patterns.
    public var templates: [String] { didSet { makeInterpreter() } }
    /// The types that the patterns use, in addition to text and numbers.
    public var slotTypes: [Catalog.SlotType] { didSet { makeInterpreter() } }

    /// Creates a question with patterns, whose action gets the answer; nil stands for no answer.
    public convenience init(
        templates: [String], slotTypes: [Catalog.SlotType] = [], promptText: String,
        action: (@ConversationActor (PatternMatch?) async throws -> Void)? = nil
    ) {
        let responder = StandardRequestResponder(userAction: action)
        responder.supportedRetryCount = StandardRequestResponder<PatternMatch>.retryForever
        self.init(
            templates: templates, slotTypes: slotTypes, prompt: VoicePrompt(message: promptText), responder: responder)
    }

    /// Creates a question with patterns and a responder.
    public init(
        templates: [String], slotTypes: [Catalog.SlotType] = [], prompt: VoicePrompt?,
        responder: StandardRequestResponder<PatternMatch>
    ) {
        (self.templates, self.slotTypes) = (templates, slotTypes)
        super.init(
            prompt: prompt, interpreter: PatternInterpreter(templates: templates, slotTypes: slotTypes),
            responder: responder)
    }

    open override var kind: String { "pattern" }
    open override var standardHelp: String? {
        Catalog(app: "", commands: [], slotTypes: slotTypes).example(of: templates).map {
            BuiltInSentence.helpExample.text(["example": $0])
        }
    }
    open override var recognition: RecognitionOptions {
        recognitionOptions.expecting(templates.map { AnswerPhrases.framed($0) }, of: slotTypes)
    }
    open override var problems: [String] {
        guard let matcher = (interpreter as? PatternInterpreter)?.matcher else { return [] }
        return matcher.patternTemplates.isEmpty ? ["it has no patterns"] : matcher.problems
    }
    open override func clone() -> StandardVoiceRequest<PatternMatch> {
        let copy = PatternMatchRequest(
            templates: templates, slotTypes: slotTypes, prompt: prompt, responder: standardResponder.copy())
        copy.interpreter = interpreter
        copySettings(to: copy)
        return copy
    }

    private func makeInterpreter() {
        interpreter = PatternInterpreter(templates: templates, slotTypes: slotTypes)
    }
}
