/// A training step for one sample: its scores for all classes, and the changes of the classes' weights.
struct ClassSteps {
    let classes: Int
    private var scores: [Float]
    private var steps: [Float]
    private var moved: [Int] = []
    private var squares: Float = 0

    init(classes: Int) {
        self.classes = classes
        scores = [Float](repeating: 0, count: classes)
        steps = scores
    }

    mutating func score(_ vector: SparseVector, _ weights: UnsafeMutablePointer<Float>, bias: Int) {
        squares = 1
        let classes = classes
        scores.withUnsafeMutableBufferPointer { buffer in
            guard let scores = buffer.baseAddress else { return }
            scores.update(from: weights + bias * classes, count: classes)
            for place in vector.features.indices {
                let value = vector.weights[place]
                let row = weights + Int(vector.features[place]) * classes
                squares += value * value
                for label in 0..<classes { scores[label] += value * row[label] }
            }
        }
    }

    /// Moves the dual variables to reduce the loss.
    /// - Returns: The largest change.
    mutating func move(_ duals: UnsafeMutablePointer<Float>, own: Int?, diagonal: Float) -> Float {
        moved.removeAll(keepingCapacity: true)
        var furthest: Float = 0
        let right = own ?? -1
        let curvature = squares + diagonal
        for label in 0..<classes {
            let sign: Float = label == right ? 1 : -1
            let dual = duals[label]
            let gradient = sign * scores[label] - 1 + dual * diagonal
            if dual == 0, gradient >= 0 { continue }
            let new = max(0, dual - gradient / curvature)
            guard new != dual else { continue }
            furthest = max(furthest, abs(new - dual))
            duals[label] = new
            steps[label] = (new - dual) * sign
            moved.append(label)
        }
        return furthest
    }

    func add(to weights: UnsafeMutablePointer<Float>, _ vector: SparseVector, bias: Int) {
        guard !moved.isEmpty else { return }
        moved.withUnsafeBufferPointer { moved in
            steps.withUnsafeBufferPointer { steps in
                for label in moved { weights[bias * classes + label] += steps[label] }
                for place in vector.features.indices {
                    let value = vector.weights[place]
                    let row = weights + Int(vector.features[place]) * classes
                    for label in moved { row[label] += value * steps[label] }
                }
            }
        }
    }
}
