import SaybusDispatch

/// The sensitivity of a skill's fallback intent: the higher it is, the more utterances that are no samples go there.
enum FallbackSensitivity: String, Sendable, CaseIterable {
    /// An utterance with a faint likeness to a sample is taken for it.
    case low = "LOW"
    /// An utterance needs a fair likeness to a sample.
    case medium = "MEDIUM"
    /// An utterance must hardly differ from a sample.
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
