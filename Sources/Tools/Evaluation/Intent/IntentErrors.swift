import SaybusStatisticalMatching

/// A bounded list of the worst errors.
struct IntentErrors: Sendable {
    /// The number of errors kept.
    static let maximumCount = 20

    /// The errors, the worst first.
    private(set) var worst: [IntentJudgement] = []

    /// Adds a judgement if it is wrong.
    mutating func add(_ judgement: IntentJudgement) {
        guard !judgement.isFrameRight else { return }
        let severity = Self.severity(judgement)
        let place = worst.firstIndex { Self.severity($0) < severity } ?? worst.count
        guard place < Self.maximumCount else { return }
        worst.insert(judgement, at: place)
        if worst.count > Self.maximumCount { worst.removeLast() }
    }

    /// Returns the severity of an error. A wrong intent is worse than a wrong slot, and a wrong slot is worse than a
    /// rejection. Among equals, a higher confidence is worse.
    private static func severity(_ judgement: IntentJudgement) -> Double {
        guard let reading = judgement.reading else { return 0 }
        return judgement.isIntentRight ? reading.confidence : 1 + reading.confidence
    }
}
