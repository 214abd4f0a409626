/// The base of the ready-made requests: a prompt, an interpreter, and a ``StandardRequestResponder``.
///
/// Change the collaborators to make a request of your own, or subclass.
@ConversationActor
open class StandardVoiceRequest<Answer: Sendable>: VoiceRequest, RetryCounting {
    /// What an answer is.
    public typealias Value = Answer

    /// What is asked.
    public var prompt: VoicePrompt?
    /// How to listen; ``recognition`` adds what the kind of request knows.
    public var recognitionOptions = RecognitionOptions()
    /// Makes a value of what was heard.
    public var interpreter: any VoiceRequestInterpreter<Answer>
    /// Says how to go on.
    public var standardResponder: StandardRequestResponder<Answer> { didSet { adopt() } }
    /// What is asked again so often so far.
    public internal(set) var retries = 0

    /// The responder.
    public var responder: any VoiceRequestResponder<Answer> { standardResponder }
    open var recognition: RecognitionOptions { recognitionOptions }
    open var kind: String { "custom" }
    open var optionLabels: [String] { [] }

    /// Creates a request with its responder.
    public init(
        prompt: VoicePrompt?, interpreter: any VoiceRequestInterpreter<Answer>,
        responder: StandardRequestResponder<Answer>
    ) {
        self.prompt = prompt
        self.interpreter = interpreter
        standardResponder = responder
        adopt()
    }

    /// The same request once more, with a responder of its own; nothing has been asked again yet.
    open func clone() -> StandardVoiceRequest<Answer> {
        let copy = StandardVoiceRequest(prompt: prompt, interpreter: interpreter, responder: standardResponder.copy())
        copy.recognitionOptions = recognition
        return copy
    }

    /// The same request with another question.
    public final func clone(replacingPrompt prompt: VoicePrompt?) -> StandardVoiceRequest<Answer> {
        let copy = clone()
        copy.prompt = prompt
        return copy
    }

    private func adopt() {
        // One responder for several requests would answer for the wrong one.
        if let owner = standardResponder.request, owner !== self {
            standardResponder = standardResponder.copy()
        }
        standardResponder.request = self
    }
}
