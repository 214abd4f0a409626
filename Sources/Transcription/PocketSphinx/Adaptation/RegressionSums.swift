/// The normal equations of a transform of means: for each dimension of each stream a symmetric matrix and a right side.
struct RegressionSums: Sendable {
    /// The identity weighs as much as so many frames of the model's own means: five seconds.
    static let priorFrames = 500.0
    private static let size = PhoneGaussians.length + 1

    /// The lower half of each matrix counts.
    private var matrices: [[Double]]
    private var rightSides: [[Double]]

    /// The sums that make the identity of a model's transform.
    init(priorOf model: PhoneGaussians) {
        let count = PhoneGaussians.streams * PhoneGaussians.length
        matrices = [[Double]](repeating: [Double](repeating: 0, count: Self.size * Self.size), count: count)
        rightSides = [[Double]](repeating: [Double](repeating: 0, count: Self.size), count: count)
        let share = Self.priorFrames * Double(PhoneGaussians.streams) / Double(model.constants.count)
        for gaussian in model.constants.indices {
            let means = model.means[gaussian * PhoneGaussians.length..<(gaussian + 1) * PhoneGaussians.length]
            add(gaussian, of: model, occupation: share, heard: means.map { Double($0) * share }[...])
        }
    }

    /// Adds a Gaussian that was seen for so many frames, with the sum of those frames.
    mutating func add(_ gaussian: Int, of model: PhoneGaussians, occupation: Double, heard: ArraySlice<Double>) {
        let length = PhoneGaussians.length
        let start = gaussian * length
        let first = gaussian / model.density % PhoneGaussians.streams * length
        let extended = model.means[start..<start + length].map(Double.init) + [1]
        for row in 0..<length {
            let precision = Double(model.precisions[start + row])
            let value = heard[heard.startIndex + row] * precision
            for i in 0..<Self.size {
                rightSides[first + row][i] += value * extended[i]
                let part = occupation * precision * extended[i]
                for j in 0...i { matrices[first + row][i * Self.size + j] += part * extended[j] }
            }
        }
    }

    /// For each dimension of each stream the weights of the mean's dimensions, then the offset; nil when an equation has no solution.
    var solutions: [[Double]]? {
        let rows = zip(matrices, rightSides).compactMap(Self.solve)
        return rows.count == matrices.count ? rows : nil
    }

    /// Solves a symmetric positive definite system, of which the lower half is given, by Cholesky's method; nil when it is none.
    private static func solve(_ matrix: [Double], _ right: [Double]) -> [Double]? {
        let count = right.count
        var lower = matrix
        var solution = right
        for row in 0..<count {
            for column in 0...row {
                var sum = lower[row * count + column]
                for k in 0..<column { sum -= lower[row * count + k] * lower[column * count + k] }
                if row == column {
                    guard sum > 0, sum.isFinite else { return nil }
                    lower[row * count + row] = sum.squareRoot()
                } else {
                    lower[row * count + column] = sum / lower[column * count + column]
                }
            }
        }
        for row in 0..<count {
            for k in 0..<row { solution[row] -= lower[row * count + k] * solution[k] }
            solution[row] /= lower[row * count + row]
        }
        for row in (0..<count).reversed() {
            for k in row + 1..<max(row + 1, count) { solution[row] -= lower[k * count + row] * solution[k] }
            solution[row] /= lower[row * count + row]
        }
        return solution
    }
}
