import Messages

/// Finds what a transcript means. An engine conforms to this.
public protocol IntentRecognizer: Sendable {
    /// The engine's name in messages: `pattern`, …
    var engine: String { get }

    /// The readings of a transcript, best first; none when it is not understood.
    func recognize(_ transcript: SpeechTranscript) async -> [SpeechIntent.Hypothesis]
}
