/// A prompt for the user: speech, and a text to display with it.
public struct VoicePrompt: Sendable, Equatable {
    /// The text to display; nil for none.
    public var message: String?
    /// The speech; nil for none.
    public var utterance: SpeechUtterance?

    /// Creates a prompt with the same text for display and speech.
    public init(message: String) { self.init(message: message, utterance: SpeechUtterance(message)) }

    /// Creates a prompt with a text to display and speech, either of which may be nil.
    public init(message: String?, utterance: SpeechUtterance?) {
        (self.message, self.utterance) = (message, utterance)
    }

    /// The text for listings: the displayed text, or else the spoken one.
    public var text: String { message ?? utterance?.text ?? "" }
}
