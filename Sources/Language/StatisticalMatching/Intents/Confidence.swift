import Foundation

/// Makes a confidence of a score: 0.5 is where it becomes likely that the reading is right.
struct Confidence: Sendable, Equatable {
    /// A reading's score when it was judged by a model that had not seen it.
    struct Trial: Sendable {
        /// The highest score of the utterance.
        let score: Float
        /// Whether it is the score of what was meant.
        let isRight: Bool
        /// Whether anything was meant at all.
        let isInScope: Bool
    }

    /// How much of what is said is supposed to be out of scope, when a threshold is chosen. A larger share refuses more of both: with 150 intents
    /// (CLINC150) one sixth found 84 of 100 that were meant for nobody, and 92.0 % of the others were right; one twentieth: 73, and 93.2 %.
    static let foreignShare = 1.0 / 20

    /// The score of what is as likely right as wrong.
    let threshold: Float
    /// How fast the confidence rises with the score.
    let slope: Float

    init(threshold: Float, slope: Float) { (self.threshold, self.slope) = (threshold, slope) }

    /// - Parameter trials: What cross-validation says. Without any, half of a support vector's margin is taken.
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

    /// The confidence of a score, 0…1.
    func callAsFunction(_ score: Float) -> Double { 1 / (1 + exp(Double(slope) * Double(threshold - score))) }

    /// The score that tells best what is meant from what is foreign.
    private static func threshold(_ trials: [Trial]) -> Float {
        let sorted = trials.sorted { $0.score < $1.score }
        let (inScope, foreign) = (trials.count(where: \.isInScope), trials.count { !$0.isInScope })
        let gain = foreignShare / Double(foreign)
        let loss = (1 - foreignShare) / Double(max(1, inScope))
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

    /// The score that hardly any right reading is below: without foreign speech to learn from, doubt is for the user to have.
    private static func tolerant(_ trials: [Trial]) -> Float {
        let right = trials.filter(\.isRight).map(\.score).sorted()
        return right[right.count / 400]
    }

    /// A logistic curve through the trials, by Newton's method (Platt 1999): its slope, and the score of one half.
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
