import SaybusStatisticalMatching

/// A sample and the interpretation that a recognizer gave it.
struct IntentJudgement: Sendable {
    /// The utterance and its true meaning.
    let sample: Sample
    /// The interpretation; nil when the utterance was rejected.
    let reading: Reading?

    /// Whether the intent is right. For an utterance out of scope, only rejection is right.
    var isIntentRight: Bool { reading?.intent == sample.intent }
    /// Whether the intent and all slots are right, as when the right command would run.
    var isFrameRight: Bool { isIntentRight && Set(reading?.slots ?? []) == Set(sample.slots) }
}
