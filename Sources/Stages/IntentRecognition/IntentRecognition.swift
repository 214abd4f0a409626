import SaybusExternalEngines
import SaybusMessages

/// The possible intents of a transcript, and the engine that found them.
public struct IntentRecognition: Sendable, Equatable {
    /// The hypotheses, best first; empty when the transcript is not understood.
    var hypotheses: [SpeechIntent.Hypothesis]
    /// The name of the engine that found them.
    public var engine: String
    /// The failure of an engine for a part of the transcript, without which the other part decided; nil without one.
    var failure: EngineFailure?

    /// Creates a recognition.
    init(_ hypotheses: [SpeechIntent.Hypothesis], engine: String) {
        (self.hypotheses, self.engine) = (hypotheses, engine)
    }
}
