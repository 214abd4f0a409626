import SaybusExternalEngines
import SaybusMessages

/// An engine that finds the possible intents of transcripts.
public protocol IntentRecognizer: Sendable {
    /// The engine's name in messages: `pattern`, `statistical`, …
    var engine: String { get }

    /// Returns the hypotheses for a transcript, best first; empty when it is not understood.
    /// - Throws: `EngineFailure` when the engine gives no usable answer; the turn then ends with the error's reason.
    func recognize(_ transcript: SpeechTranscript) async throws(EngineFailure) -> [SpeechIntent.Hypothesis]

    /// Returns the hypotheses with the engine that found them, for engines that combine several.
    /// - Throws: `EngineFailure` as ``recognize(_:)`` does.
    func recognition(_ transcript: SpeechTranscript) async throws(EngineFailure) -> IntentRecognition
}

extension IntentRecognizer {
    /// Returns the hypotheses of ``recognize(_:)`` under the engine's own name.
    public func recognition(_ transcript: SpeechTranscript) async throws(EngineFailure) -> IntentRecognition {
        IntentRecognition(try await recognize(transcript), engine: engine)
    }
}
