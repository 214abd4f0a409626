import SaybusStatisticalMatching

/// What a recognizer made of a sample.
struct IntentJudgement: Sendable {
    /// What was said and meant.
    let sample: Sample
    /// What was understood; nil when it was rejected.
    let reading: Reading?

    /// Whether the intent is right; nothing is right for what is out of scope.
    var isIntentRight: Bool { reading?.intent == sample.intent }
    /// Whether the intent and all slots are right.
    var isFrameRight: Bool { isIntentRight && Set(reading?.slots ?? []) == Set(sample.slots) }
}
