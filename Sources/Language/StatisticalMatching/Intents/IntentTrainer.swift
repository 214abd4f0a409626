import SaybusSupport

/// A trainer of linear support vector machines, one for each class against all others.
///
/// The algorithm is dual coordinate descent for the squared hinge loss (Hsieh et al. 2008), which LIBLINEAR
/// applies to one class after the other. This trainer stores the weights of all classes side by side, so that one
/// pass over an utterance's features serves all classes.
struct IntentTrainer {
    /// The cost of an error relative to the size of the weights.
    var cost: Float = 1
    /// The most passes over the samples.
    var maximumRounds = 20
    /// The largest change in a pass below which training stops.
    var tolerance: Float = 0.02

    /// Returns the weights by feature, with the classes side by side; the last row is the bias.
    /// - Parameters:
    ///   - labels: The class of each vector; nil means none.
    ///   - held: Whether a vector is held out.
    func train(
        _ vectors: [SparseVector], _ labels: [Int?], classes: Int, features: Int, seed: UInt64,
        without held: (Int) -> Bool = { _ in false }
    ) -> [Float] {
        var weights = [Float](repeating: 0, count: (features + 1) * classes)
        var order = vectors.indices.filter { !held($0) }
        var duals = [Float](repeating: 0, count: vectors.count * classes)
        var generator = SplitMix(seed: seed)
        var steps = ClassSteps(classes: classes)
        for _ in 0..<maximumRounds {
            order.shuffle(using: &generator)
            var furthest: Float = 0
            weights.withUnsafeMutableBufferPointer { weights in
                duals.withUnsafeMutableBufferPointer { duals in
                    guard let weights = weights.baseAddress, let duals = duals.baseAddress else { return }
                    for index in order {
                        let vector = vectors[index]
                        steps.score(vector, weights, bias: features)
                        let moved = steps.move(duals + index * classes, own: labels[index], diagonal: 0.5 / cost)
                        furthest = max(furthest, moved)
                        steps.add(to: weights, vector, bias: features)
                    }
                }
            }
            if furthest < tolerance { break }
        }
        return weights
    }
}
