/// A question to the user, in four stages with matching types.
///
/// Prompting speaks the ``prompt``. Recognition listens with the options in ``recognition``. The
/// ``interpreter`` converts the answer to a value, or returns the reasons why it cannot. The ``responder``
/// returns the response. Any conforming type can be presented.
@ConversationActor
public protocol VoiceRequest<Value>: AnyObject, Sendable {
    /// The type of an answer's value.
    associatedtype Value: Sendable

    /// The prompt; nil for an implicit question.
    var prompt: VoicePrompt? { get }
    /// The options for listening to the answer.
    var recognition: RecognitionOptions { get }
    /// The conversion of the answer to a value.
    var interpreter: any VoiceRequestInterpreter<Value> { get }
    /// The responder, which chooses the response to the answer.
    var responder: any VoiceRequestResponder<Value> { get }
    /// The kind of answer for `VoiceRequestStatus`: `string`, `confirmation`, `select`, `number`,
    /// `pattern`, …
    var kind: String { get }
    /// The answers to choose from; empty without a list.
    var optionLabels: [String] { get }
    /// Whether the request is the implicit question "what next?", which is not announced on the bus.
    var isImplicit: Bool { get }
    /// Whether "never mind" is passed on as an answer. If false, "never mind" cancels the request.
    var takesCancellationAsAnswer: Bool { get }
    /// The answer to "help" and "what are my options?" about the question, before it is repeated; nil repeats it only.
    var help: String? { get }
    /// The words about the question that are not taken for an answer: "help", "repeat", "what are my options?".
    var remarks: RemarkHandling { get }
    /// Whether a command that is said instead of an answer cancels the request, and is carried out.
    var yieldsToCommands: Bool { get }
    /// The reasons why no answer could be understood, such as an invalid pattern. A request with problems is not asked.
    var problems: [String] { get }
}

extension VoiceRequest {
    /// The default options for listening.
    public var recognition: RecognitionOptions { RecognitionOptions() }
    /// The kind `custom`: only the app knows which answers fit.
    public var kind: String { "custom" }
    /// Empty: there is no list to choose from.
    public var optionLabels: [String] { [] }
    /// False: the question is announced on the bus.
    public var isImplicit: Bool { false }
    /// False: "never mind" cancels the request.
    public var takesCancellationAsAnswer: Bool { false }
    /// Nil: the question is repeated only.
    public var help: String? { nil }
    /// None: all words are answers.
    public var remarks: RemarkHandling { .areAnswers }
    /// False: commands do not cancel the request.
    public var yieldsToCommands: Bool { false }
    /// Empty: the request can be asked.
    public var problems: [String] { [] }
}

/// The treatment of "help", "repeat" and "what are my options?" during a question.
public enum RemarkHandling: Sendable {
    /// They are taken for answers, as all other words.
    case areAnswers
    /// They are answered unless they are a valid answer, such as an option with the name "help".
    case unlessAnswers
    /// They are always answered. For questions that accept any words.
    case always
}
