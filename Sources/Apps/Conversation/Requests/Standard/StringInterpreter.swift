/// An interpreter that accepts any words and returns them unchanged.
public struct StringInterpreter: VoiceRequestInterpreter {
    /// Creates an interpreter.
    public init() {}

    /// Returns the transcript.
    public func interpret(_ result: SpeechRecognitionResult) -> Interpretation<String> {
        result.withoutWords() ?? Interpretation(value: result.transcript)
    }
}
