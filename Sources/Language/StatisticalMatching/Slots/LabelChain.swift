import Glibc

/// The marginal probabilities of labels in a sequence of words, from the scores of labels and transitions
/// (forward-backward algorithm).
struct LabelChain {
    /// The number of labels, which is the length of a row of scores.
    let width: Int
    /// The factors of transitions: first those to a label from a previous one, then those to a label of the first word.
    /// The factor is 0 where a transition is not allowed.
    let steps: [Float]

    /// Creates a chain.
    /// - Parameters:
    ///   - transitions: The scores of transitions, in the order of ``steps``.
    ///   - mask: 1 where a transition is allowed, else 0.
    init(width: Int, transitions: [Float], mask: [Float]) {
        self.width = width
        var steps = transitions
        for place in steps.indices { steps[place] = expf(transitions[place]) * mask[place] }
        self.steps = steps
    }

    /// Returns 1 where a label may follow another one, else 0, in the order of ``steps``.
    static func mask(_ labels: [Int]) -> [Float] {
        labels.flatMap { label in labels.map { SlotLabels.allows(label, after: $0) ? 1 : 0 } }
            + labels.map { SlotLabels.allows($0, after: SlotLabels.outside) ? 1 : 0 }
    }

    /// Returns the gradient of the negative log-likelihood. For each score, it is the expected count of the label minus
    /// the right one.
    /// - Parameters:
    ///   - scores: The scores of the labels, word by word.
    ///   - right: The label of each word.
    func gradient(_ scores: [Float], right: [Int]) -> (scores: [Float], transitions: [Float]) {
        let count = right.count
        let potentials = potentials(scores, count)
        let forward = forward(potentials, count)
        let backward = backward(potentials, count)
        var slopes = [Float](repeating: 0, count: count * width)
        for word in 0..<count {
            var total: Float = 0
            for place in word * width..<(word + 1) * width {
                slopes[place] = forward[place] * backward[place]
                total += slopes[place]
            }
            let scale = 1 / max(total, .leastNormalMagnitude)
            for place in word * width..<(word + 1) * width { slopes[place] *= scale }
            slopes[word * width + right[word]] -= 1
        }
        var stepSlopes = [Float](repeating: 0, count: steps.count)
        for label in 0..<width { stepSlopes[width * width + label] = slopes[label] }
        var pairs = [Float](repeating: 0, count: width * width)
        for word in 1..<max(1, count) {
            var total: Float = 0
            for label in 0..<width {
                let after = potentials[word * width + label] * backward[word * width + label]
                for previous in 0..<width {
                    let value = forward[(word - 1) * width + previous] * steps[label * width + previous] * after
                    pairs[label * width + previous] = value
                    total += value
                }
            }
            let scale = 1 / max(total, .leastNormalMagnitude)
            for place in pairs.indices { stepSlopes[place] += pairs[place] * scale }
            stepSlopes[right[word] * width + right[word - 1]] -= 1
        }
        return (slopes, stepSlopes)
    }

    /// Returns the factors of each word, scaled so that the largest is 1.
    private func potentials(_ scores: [Float], _ count: Int) -> [Float] {
        var potentials = scores
        for word in 0..<count {
            let range = word * width..<(word + 1) * width
            var highest = -Float.infinity
            for place in range { highest = max(highest, scores[place]) }
            for place in range { potentials[place] = expf(scores[place] - highest) }
        }
        return potentials
    }

    /// Returns the forward factors, scaled so that each word's sum is 1. The scaling avoids underflow.
    private func forward(_ potentials: [Float], _ count: Int) -> [Float] {
        var forward = [Float](repeating: 0, count: count * width)
        for word in 0..<count {
            var total: Float = 0
            for label in 0..<width {
                var value: Float = 0
                if word == 0 {
                    value = steps[width * width + label]
                } else {
                    for previous in 0..<width {
                        value += forward[(word - 1) * width + previous] * steps[label * width + previous]
                    }
                }
                value *= potentials[word * width + label]
                forward[word * width + label] = value
                total += value
            }
            let scale = 1 / max(total, .leastNormalMagnitude)
            for place in word * width..<(word + 1) * width { forward[place] *= scale }
        }
        return forward
    }

    private func backward(_ potentials: [Float], _ count: Int) -> [Float] {
        var backward = [Float](repeating: 1, count: count * width)
        for word in stride(from: count - 2, through: 0, by: -1) {
            for label in 0..<width { backward[word * width + label] = 0 }
            for next in 0..<width {
                let value = backward[(word + 1) * width + next] * potentials[(word + 1) * width + next]
                for label in 0..<width { backward[word * width + label] += value * steps[next * width + label] }
            }
            var total: Float = 0
            for label in 0..<width { total += backward[word * width + label] }
            let scale = 1 / max(total, .leastNormalMagnitude)
            for label in 0..<width { backward[word * width + label] *= scale }
        }
        return backward
    }
}
