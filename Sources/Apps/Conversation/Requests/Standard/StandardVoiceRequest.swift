import SaybusBus

/// The base class of the standard requests, with a prompt, an interpreter and a ``StandardRequestResponder``.
///
/// For a custom request, replace these parts or subclass. A subclass that overrides ``clone()`` is asked again as such
/// a copy, any other one as the same instance.
@ConversationActor
open class StandardVoiceRequest<Answer: Sendable>: VoiceRequest, RetryCounting, RemotelyAsked {
    /// The type of an answer's value.
    public typealias Value = Answer

    /// The words with which the question is asked; nil for none.
    public var prompt: VoicePrompt?
    /// The options for listening. ``recognition`` adds the phrases that this kind of request expects.
    public var recognitionOptions = RecognitionOptions()
    /// The conversion of the answer to a value.
    public var interpreter: any VoiceRequestInterpreter<Answer>
    /// The responder, which asks again after answers that do not fit.
    public var standardResponder: StandardRequestResponder<Answer> { didSet { claimResponder() } }
    /// Whether a command that is said instead of an answer cancels the request, and is carried out; false at first.
    public var yieldsToCommands = false
    /// Number of retries so far.
    public internal(set) var retries = 0 { didSet { if retries == 0 { beginChain() } } }
    /// The remote app that asks; nil for an app of this program.
    var asker: ProgramRun?
    /// Number of silences in a row that have ended the last tries.
    var silences = 0
    /// The prompt of the first try, while a retry of this instance has another one; nil otherwise.
    private var firstPrompt: VoicePrompt??

    /// The responder, as the protocol requires it.
    public var responder: any VoiceRequestResponder<Answer> { standardResponder }
    open var recognition: RecognitionOptions { recognitionOptions }
    open var kind: String { "custom" }
    open var optionLabels: [String] { [] }
    open var problems: [String] { [] }
    open var isImplicit: Bool { false }
    open var takesCancellationAsAnswer: Bool { false }
    /// The answer to "help" and "what are my options?"; nil for one that suits the kind of question.
    public var helpText: String?
    /// The treatment of "help", "repeat" and "what are my options?"; nil for one that suits the kind of question.
    public var remarkHandling: RemarkHandling?
    open var help: String? { helpText ?? standardHelp }
    open var remarks: RemarkHandling { remarkHandling ?? .unlessAnswers }
    /// The answer to "help" unless `helpText` is set.
    open var standardHelp: String? { nil }

    /// Creates a request with its responder.
    public init(
        prompt: VoicePrompt?, interpreter: any VoiceRequestInterpreter<Answer>,
        responder: StandardRequestResponder<Answer>
    ) {
        self.prompt = prompt
        self.interpreter = interpreter
        standardResponder = responder
        claimResponder()
    }

    /// Returns a copy with its own responder and a retry count of 0.
    ///
    /// A subclass makes the copy itself, and calls `copySettings(to:)` for what all requests have.
    open func clone() -> StandardVoiceRequest<Answer> {
        let copy = StandardVoiceRequest(prompt: prompt, interpreter: interpreter, responder: standardResponder.copy())
        copySettings(to: copy)
        copy.recognitionOptions = recognition
        return copy
    }

    /// Copies the options for listening, the help, the treatment of remarks, whether commands are let through, and who
    /// asks.
    public final func copySettings(to copy: StandardVoiceRequest<Answer>) {
        copy.recognitionOptions = recognitionOptions
        (copy.helpText, copy.remarkHandling) = (helpText, remarkHandling)
        (copy.yieldsToCommands, copy.asker) = (yieldsToCommands, asker)
    }

    /// Returns a copy with another prompt.
    public final func clone(replacingPrompt prompt: VoicePrompt?) -> StandardVoiceRequest<Answer> {
        let copy = clone()
        copy.prompt = prompt
        // A subclass of an app may copy less.
        (copy.helpText, copy.remarkHandling) = (helpText, remarkHandling)
        copy.yieldsToCommands = yieldsToCommands
        return copy
    }

    /// Returns the request for another try: a copy, or this instance when the copy would be of another class, which
    /// lacks what a subclass overrides.
    func retry(asking prompt: VoicePrompt?) -> StandardVoiceRequest<Answer> {
        let copy = clone(replacingPrompt: prompt)
        guard type(of: copy) != type(of: self) else { return copy }
        if firstPrompt == nil { firstPrompt = .some(self.prompt) }
        self.prompt = prompt
        return self
    }

    private func beginChain() {
        silences = 0
        guard let firstPrompt else { return }
        (prompt, self.firstPrompt) = (firstPrompt, nil)
    }

    private func claimResponder() {
        // A responder that several requests share would answer for the wrong one.
        if let owner = standardResponder.request, owner !== self {
            standardResponder = standardResponder.copy()
        }
        standardResponder.request = self
    }
}
