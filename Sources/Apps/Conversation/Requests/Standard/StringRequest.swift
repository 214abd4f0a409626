import SaybusPhrases

/// A question for any words, which are returned as recognized.
@ConversationActor
open class StringRequest: StandardVoiceRequest<String> {
    /// Creates a question whose action gets the answer; nil stands for no answer.
    public convenience init(
        promptText: String, action: (@ConversationActor (String?) async throws -> Void)? = nil
    ) {
        self.init(prompt: VoicePrompt(message: promptText), responder: StandardRequestResponder(userAction: action))
    }

    /// Creates a question with a responder.
    public init(prompt: VoicePrompt?, responder: StandardRequestResponder<String>) {
        super.init(prompt: prompt, interpreter: StringInterpreter(), responder: responder)
    }

    open override var kind: String { "string" }
    open override var standardHelp: String? { BuiltInSentence.helpWords.text() }
    open override var remarks: RemarkHandling { remarkHandling ?? .always }
    open override var recognition: RecognitionOptions { recognitionOptions.expecting(["@answer"]) }
    open override func clone() -> StandardVoiceRequest<String> {
        let copy = StringRequest(prompt: prompt, responder: standardResponder.copy())
        copy.interpreter = interpreter
        copySettings(to: copy)
        return copy
    }
}
