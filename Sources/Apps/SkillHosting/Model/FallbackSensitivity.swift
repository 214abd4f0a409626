import SaybusDispatch

/// The readiness of a skill to take an utterance for none of its own, so that its fallback intent gets it.
enum FallbackSensitivity: String, Sendable, CaseIterable {
    /// Most of what is somehow like the skill's samples is taken for them.
    case low = "LOW"
    /// Only what is fairly like them.
    case medium = "MEDIUM"
    /// Only what hardly differs from them.
    case high = "HIGH"

    /// The least likeness of a sentence to a sample, as of ``ParaphraseMatcher``.
    var minimumLikeness: Double {
        switch self {
        case .low: 0.6
        case .medium: 0.7
        case .high: 0.85
        }
    }

    /// The least confidence of an intent recognizer's hypothesis.
    var minimumConfidence: Double {
        switch self {
        case .low: Confidence.likely
        case .medium: 0.65
        case .high: Confidence.veryLikely
        }
    }

    /// The most words that a sample which is only a slot takes, if they are no value of its list.
    var maximumBareWords: Int {
        switch self {
        case .low: 10
        case .medium: 3
        case .high: 0
        }
    }
}
