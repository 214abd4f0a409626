import SaybusMessages

/// A recording that was misunderstood, as a line of `--errors`.
struct SpeechError: Encodable {
    let audio: String
    let snr: Double?
    let intent: String?
    let slots: [String: Parameter.Value]
    let heard: String
    let confidence: Double
    let alternatives: [SpeechTranscript.Alternative]
    let understood: String?
    let understoodSlots: [String: Parameter.Value]
    /// The reason why the recognizer failed; absent when it did not.
    let failure: String?

    init(_ trial: SpeechTrial) {
        (audio, snr, intent, slots) = (trial.label.audio, trial.snr, trial.label.intent, trial.label.slots ?? [:])
        (heard, confidence, understood) = (trial.heard, trial.confidence, trial.understood?.type)
        failure = trial.failure
        alternatives = trial.alternatives
        understoodSlots = trial.understood?.parameters.mapValues(\.value) ?? [:]
    }
}
