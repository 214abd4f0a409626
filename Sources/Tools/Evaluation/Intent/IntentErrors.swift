import SaybusStatisticalMatching

/// The worst errors: those that the recognizer was most sure of. Keeps no more than it needs.
struct IntentErrors: Sendable {
    /// How many are kept.
    static let maximumCount = 20

    /// The worst first.
    private(set) var worst: [IntentJudgement] = []

    /// Notes what was made of a sample, if it is wrong.
    mutating func add(_ judgement: IntentJudgement) {
        guard !judgement.isFrameRight else { return }
        let sureness = Self.sureness(judgement)
        let place = worst.firstIndex { Self.sureness($0) < sureness } ?? worst.count
        guard place < Self.maximumCount else { return }
        worst.insert(judgement, at: place)
        if worst.count > Self.maximumCount { worst.removeLast() }
    }

    /// A wrong intent is worse than a wrong slot, and a wrong slot than a rejection.
    private static func sureness(_ judgement: IntentJudgement) -> Double {
        guard let reading = judgement.reading else { return 0 }
        return judgement.isIntentRight ? reading.confidence : 1 + reading.confidence
    }
}
