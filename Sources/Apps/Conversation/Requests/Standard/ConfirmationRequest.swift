import SaybusPhrases

/// A question for yes or no.
@ConversationActor
open class ConfirmationRequest: StandardVoiceRequest<Bool> {
    /// Whether the answer decides about a command that may have been misheard, and is not carried out without a yes.
    private(set) var decidesAboutCommand = false

    public override var prompt: VoicePrompt? {
        didSet {
            guard prompt != oldValue, let standard = interpreter as? ConfirmationInterpreter else { return }
            interpreter = standard.asked(prompt?.text ?? "")
        }
    }

    /// Creates a question whose action gets the answer; nil stands for no answer.
    public convenience init(
        promptText: String, action: (@ConversationActor (Bool?) async throws -> Void)? = nil
    ) {
        self.init(prompt: VoicePrompt(message: promptText), responder: StandardRequestResponder(userAction: action))
    }

    /// Creates a question with a responder.
    public init(prompt: VoicePrompt?, responder: StandardRequestResponder<Bool>) {
        super.init(
            prompt: prompt, interpreter: ConfirmationInterpreter(question: prompt?.text ?? ""), responder: responder)
    }

    /// Creates the question whether a command was meant, which yields to commands.
    package convenience init(whetherMeant prompt: VoicePrompt?, responder: StandardRequestResponder<Bool>) {
        self.init(prompt: prompt, responder: responder)
        yieldsToCommands = true
        decidesAboutCommand = true
    }

    open override var kind: String { "confirmation" }
    open override var standardHelp: String? { BuiltInSentence.helpYesNo.text() }
    open override var optionLabels: [String] { ["yes", "no"] }
    open override var recognition: RecognitionOptions {
        recognitionOptions.expecting(AnswerPhrases.confirmation())
    }
    open override func clone() -> StandardVoiceRequest<Bool> {
        let copy = ConfirmationRequest(prompt: prompt, responder: standardResponder.copy())
        copy.interpreter = interpreter
        copySettings(to: copy)
        return copy
    }

    override func retry(asking prompt: VoicePrompt?) -> StandardVoiceRequest<Bool> {
        let former = interpreter as? ConfirmationInterpreter
        let next = super.retry(asking: prompt)
        if let former, next.interpreter is ConfirmationInterpreter {
            next.interpreter = former.asked(againAs: prompt?.text ?? "")
        }
        return next
    }
}

extension VoiceRequest {
    /// Whether the request is the question whether a command was meant.
    var asksWhetherMeant: Bool { (self as? ConfirmationRequest)?.decidesAboutCommand ?? false }
}
