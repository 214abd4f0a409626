import SaybusPhrases

/// A question for a number, such as "twenty one", "three point one" or "the third".
///
/// A year that is said as two numbers, such as "nineteen ninety", is one number where the range contains it, but
/// neither of the two numbers alone.
@ConversationActor
open class NumericalRequest: StandardVoiceRequest<Double> {
    /// The range of valid numbers; nil for all.
    public var range: ClosedRange<Double>? { didSet { interpreter = NumericalInterpreter(range: range) } }

    /// Creates a question whose action gets the answer; nil stands for no answer.
    public convenience init(
        promptText: String, range: ClosedRange<Double>? = nil,
        action: (@ConversationActor (Double?) async throws -> Void)? = nil
    ) {
        self.init(
            prompt: VoicePrompt(message: promptText), range: range,
            responder: StandardRequestResponder(userAction: action))
    }

    /// Creates a question with a responder.
    public init(
        prompt: VoicePrompt?, range: ClosedRange<Double>? = nil, responder: StandardRequestResponder<Double>
    ) {
        self.range = range
        super.init(prompt: prompt, interpreter: NumericalInterpreter(range: range), responder: responder)
    }

    open override var kind: String { "number" }
    open override var standardHelp: String? {
        guard let range else { return BuiltInSentence.helpNumber.text() }
        let (least, most) = (range.lowerBound.spokenText, range.upperBound.spokenText)
        if range.upperBound == .infinity { return BuiltInSentence.helpNumberFrom.text(["least": least]) }
        return range.lowerBound == -.infinity
            ? BuiltInSentence.helpNumberUpTo.text(["most": most])
            : BuiltInSentence.helpNumberBetween.text(["least": least, "most": most])
    }
    open override var recognition: RecognitionOptions { recognitionOptions.expecting(AnswerPhrases.number()) }
    open override func clone() -> StandardVoiceRequest<Double> {
        let copy = NumericalRequest(prompt: prompt, range: range, responder: standardResponder.copy())
        copy.interpreter = interpreter
        copySettings(to: copy)
        return copy
    }
}
