/// A recognizer made of the engines that can be used.
public struct RecognizerChoice: Sendable {
    /// The recognizer, which may be one of several engines together.
    public let recognizer: any SpeechRecognizer
    /// A sentence about an engine that is installed and cannot be used, and what to do; nil when there is none.
    let limitation: String?

    /// Creates a choice.
    init(_ recognizer: any SpeechRecognizer, limitation: String? = nil) {
        (self.recognizer, self.limitation) = (recognizer, limitation)
    }
}
