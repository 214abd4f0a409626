/// Takes any words as they are.
public struct StringInterpreter: VoiceRequestInterpreter {
    /// Creates an interpreter.
    public init() {}

    /// The transcript, unchanged.
    public func interpret(_ result: SpeechRecognitionResult) -> Interpretation<String> {
        result.withoutWords() ?? Interpretation(value: result.transcript)
    }
}
