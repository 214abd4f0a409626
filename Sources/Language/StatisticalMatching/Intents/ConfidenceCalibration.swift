import Foundation

/// A conversion of a classifier's score to a confidence, 0…1. From 0.5 on, the hypothesis is likely to be right.
struct ConfidenceCalibration: Sendable, Equatable {
    /// A score from cross-validation, by a model that was not trained with the sample.
    struct Trial: Sendable {
        /// The highest score of the utterance.
        let score: Float
        /// Whether the intent with that score is the right one.
        let isRight: Bool
        /// Whether the sample has an intent.
        let isInScope: Bool
    }

    /// The share of out-of-scope utterances that is assumed when the threshold is chosen. With a larger share, more
    /// utterances of both kinds are rejected. On CLINC150 (150 intents), one sixth rejected 84 of 100 out-of-scope
    /// utterances, and 92.0 % of the others were right. One twentieth rejected 73 of 100, and 93.2 % were right.
    static let outOfScopeShare = 1.0 / 20

    /// The score with confidence 0.5.
    let threshold: Float
    /// The steepness of the logistic curve.
    let slope: Float

    init(threshold: Float, slope: Float) { (self.threshold, self.slope) = (threshold, slope) }

    /// Chooses threshold and slope.
    /// - Parameter trials: Scores from cross-validation. Unless some are right and some wrong, the threshold is -0.5,
    ///   half of the margin below the decision boundary.
    init(_ trials: [Trial]) {
        guard trials.contains(where: \.isRight), trials.contains(where: { !$0.isRight }) else {
            self.init(threshold: -0.5, slope: 4)
            return
        }
        let (slope, center) = Self.fit(trials)
        let foreign = trials.count { !$0.isInScope }
        let threshold = foreign >= 10 ? Self.threshold(trials) : min(center, Self.tolerant(trials))
        self.init(threshold: threshold, slope: slope)
    }

    /// Returns the confidence of a score, 0…1.
    func callAsFunction(_ score: Float) -> Double { 1 / (1 + exp(Double(slope) * Double(threshold - score))) }

    /// Returns the score that best separates in-scope from out-of-scope samples.
    private static func threshold(_ trials: [Trial]) -> Float {
        let sorted = trials.sorted { $0.score < $1.score }
        let (inScope, foreign) = (trials.count(where: \.isInScope), trials.count { !$0.isInScope })
        let gain = outOfScopeShare / Double(foreign)
        let loss = (1 - outOfScopeShare) / Double(max(1, inScope))
        var (value, best, threshold) = (0.0, 0.0, (sorted.first?.score ?? 0) - 1)
        for (index, trial) in sorted.enumerated() {
            value += trial.isInScope ? (trial.isRight ? -loss : 0) : gain
            if value > best {
                best = value
                threshold = index + 1 < sorted.count ? (trial.score + sorted[index + 1].score) / 2 : trial.score
            }
        }
        return threshold
    }

    /// Returns the score that 399 of 400 right hypotheses reach. It is an upper bound of the threshold when there are
    /// hardly any out-of-scope samples, so that doubtful utterances are accepted.
    private static func tolerant(_ trials: [Trial]) -> Float {
        let right = trials.filter(\.isRight).map(\.score).sorted()
        return right[right.count / 400]
    }

    /// Fits a logistic curve to the scores by Newton's method (Platt 1999).
    /// - Returns: The slope of the curve, and the score of one half.
    private static func fit(_ trials: [Trial]) -> (slope: Float, center: Float) {
        var (slope, offset) = (1.0, 0.0)
        let right = Double(trials.count(where: \.isRight))
        let (high, low) = ((right + 1) / (right + 2), 1 / (Double(trials.count) - right + 2))
        for _ in 0..<50 {
            var (g1, g0, h11, h10, h00) = (0.0, 0.0, 1e-6, 0.0, 1e-6)
            for trial in trials {
                let score = Double(trial.score)
                let chance = 1 / (1 + exp(-(slope * score + offset)))
                let error = chance - (trial.isRight ? high : low)
                let weight = max(1e-9, chance * (1 - chance))
                g1 += error * score
                g0 += error
                h11 += weight * score * score
                h10 += weight * score
                h00 += weight
            }
            let determinant = h11 * h00 - h10 * h10
            guard abs(determinant) > 1e-12 else { break }
            let (step1, step0) = ((h00 * g1 - h10 * g0) / determinant, (h11 * g0 - h10 * g1) / determinant)
            slope = min(20, max(0.1, slope - step1))
            offset = min(40, max(-40, offset - step0))
            if abs(step1) + abs(step0) < 1e-6 { break }
        }
        return (Float(slope), Float(-offset / slope))
    }
}
