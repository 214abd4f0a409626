/// A question to the user: four stages whose types fit together.
///
/// Prompting speaks ``prompt``; recognition opens the ear as ``recognition`` says; the ``interpreter`` makes a value of what was heard, or
/// says why it cannot; the ``responder`` says how to go on. Anything that conforms can be presented.
@ConversationActor
public protocol VoiceRequest<Value>: AnyObject, Sendable {
    /// What an answer is.
    associatedtype Value: Sendable

    /// What is asked; nil when the question goes without saying.
    var prompt: VoicePrompt? { get }
    /// How to listen for the answer.
    var recognition: RecognitionOptions { get }
    /// Makes a value of what was heard.
    var interpreter: any VoiceRequestInterpreter<Value> { get }
    /// Says how to go on.
    var responder: any VoiceRequestResponder<Value> { get }
    /// What kind of answer is wanted, for ``Messages/VoiceRequestStatus``: `string`, `confirmation`, `select`, `number`, `pattern`, …
    var kind: String { get }
    /// The answers to choose from; empty when there is no list.
    var optionLabels: [String] { get }
    /// Whether it is the question that goes without saying, "what next?", of which nobody is told.
    var isImplicit: Bool { get }
    /// Whether "never mind" is an answer, too; else it calls the request off.
    var hearsCancellation: Bool { get }
}

extension VoiceRequest {
    /// As for a request that leaves all of it to the recognizers.
    public var recognition: RecognitionOptions { RecognitionOptions() }
    /// `custom`
    public var kind: String { "custom" }
    /// None.
    public var optionLabels: [String] { [] }
    /// No.
    public var isImplicit: Bool { false }
    /// No.
    public var hearsCancellation: Bool { false }
}
