import SaybusExternalEngines
import SaybusMessages

/// Finds what a transcript means. An engine conforms to this.
public protocol IntentRecognizer: Sendable {
    /// The engine's name in messages: `pattern`, `statistical`, …
    var engine: String { get }

    /// The readings of a transcript, best first; none when it is not understood.
    /// - Throws: ``EngineFailure`` when the engine gives no answer that can be used: the turn ends with its reason.
    func recognize(_ transcript: SpeechTranscript) async throws(EngineFailure) -> [SpeechIntent.Hypothesis]

    /// The readings, and what found them; an engine that is made of several says which of them did.
    /// - Throws: ``EngineFailure`` as ``recognize(_:)`` does.
    func recognition(_ transcript: SpeechTranscript) async throws(EngineFailure) -> IntentRecognition
}

extension IntentRecognizer {
    /// The readings, found by the engine itself.
    public func recognition(_ transcript: SpeechTranscript) async throws(EngineFailure) -> IntentRecognition {
        IntentRecognition(try await recognize(transcript), engine: engine)
    }
}
