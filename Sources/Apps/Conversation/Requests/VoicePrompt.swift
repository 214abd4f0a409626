/// What is said to the user, and what is shown meanwhile.
public struct VoicePrompt: Sendable, Equatable {
    /// The text to show; nil shows nothing.
    public var message: String?
    /// What to say; nil says nothing.
    public var utterance: SpeechUtterance?

    /// The same text to show and to say.
    public init(message: String) { self.init(message: message, utterance: SpeechUtterance(message)) }

    /// What to show and what to say; either may be absent.
    public init(message: String?, utterance: SpeechUtterance?) {
        (self.message, self.utterance) = (message, utterance)
    }

    /// The text that a listing shows: what is shown, else what is said.
    public var text: String { message ?? utterance?.text ?? "" }
}
