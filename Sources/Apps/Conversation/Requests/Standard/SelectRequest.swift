import SaybusPhrases

/// A question that offers several options, to be chosen by label, alias or position ("the second one").
@ConversationActor
open class SelectRequest: StandardVoiceRequest<SelectResult> {
    /// The options.
    public var options: [SelectOption] { didSet { interpreter = SelectInterpreter(options: options) } }

    /// Creates a question with labels, whose action gets the choice; nil stands for no choice.
    public convenience init(
        itemLabels: [String], promptText: String,
        action: (@ConversationActor (SelectResult?) async throws -> Void)? = nil
    ) {
        self.init(options: itemLabels.map { SelectOption(label: $0) }, promptText: promptText, action: action)
    }

    /// Creates a question with options, whose action gets the choice; nil stands for no choice.
    public convenience init(
        options: [SelectOption], promptText: String,
        action: (@ConversationActor (SelectResult?) async throws -> Void)? = nil
    ) {
        self.init(
            options: options, prompt: VoicePrompt(message: promptText),
            responder: StandardRequestResponder(userAction: action))
    }

    /// Creates a question with options and a responder.
    public init(options: [SelectOption], prompt: VoicePrompt?, responder: StandardRequestResponder<SelectResult>) {
        self.options = options
        super.init(prompt: prompt, interpreter: SelectInterpreter(options: options), responder: responder)
    }

    open override var kind: String { "select" }
    open override var standardHelp: String? {
        options.isEmpty ? nil : BuiltInSentence.helpChoice.text(["list": SpokenList.alternatives(options.map(\.label))])
    }
    open override var optionLabels: [String] { options.map(\.label) }
    open override var recognition: RecognitionOptions {
        recognitionOptions.expecting(AnswerPhrases.choice(of: options.map { [$0.label] + $0.aliases }))
    }
    open override var problems: [String] { options.isEmpty ? ["it has no options"] : [] }
    open override func clone() -> StandardVoiceRequest<SelectResult> {
        let copy = SelectRequest(options: options, prompt: prompt, responder: standardResponder.copy())
        copy.interpreter = interpreter
        copySettings(to: copy)
        return copy
    }
}
