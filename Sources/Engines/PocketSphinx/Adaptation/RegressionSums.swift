/// The normal equations of a transform of means: a symmetric matrix and a right side for each dimension of each
/// stream.
struct RegressionSums: Sendable {
    /// The weight of the identity, in frames of the model's own means: five seconds.
    static let priorFrames = 500.0
    private static let size = PhoneGaussians.length + 1

    /// The number of elements of the lower half of a matrix, row by row.
    private static let half = size * (size + 1) / 2

    /// The lower halves, which determine the symmetric matrices.
    private var matrices: [Double]
    private var rightSides: [Double]

    /// Creates the sums of which the identity is the solution.
    init(priorOf model: PhoneGaussians) {
        let count = PhoneGaussians.streams * PhoneGaussians.length
        matrices = [Double](repeating: 0, count: Self.half * count)
        rightSides = [Double](repeating: 0, count: Self.size * count)
        let share = Self.priorFrames * Double(PhoneGaussians.streams) / Double(model.constants.count)
        for gaussian in model.constants.indices {
            let means = model.means[gaussian * PhoneGaussians.length..<(gaussian + 1) * PhoneGaussians.length]
            add(gaussian, of: model, occupation: share, frameSum: means.map { Double($0) * share }[...])
        }
    }

    /// Adds a Gaussian with its number of frames and their sum.
    mutating func add(_ gaussian: Int, of model: PhoneGaussians, occupation: Double, frameSum: ArraySlice<Double>) {
        let length = PhoneGaussians.length
        let start = gaussian * length
        let first = gaussian / model.density % PhoneGaussians.streams * length
        // The part common to all rows: the mean extended by a one, and the products of its elements.
        withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.size + Self.half) { common in
            guard let mean = common.baseAddress else { return }
            let products = mean + Self.size
            for i in 0..<length { mean[i] = Double(model.means[start + i]) }
            mean[length] = 1
            var place = 0
            for i in 0..<Self.size {
                for j in 0...i { products[place + j] = mean[i] * mean[j] }
                place += i + 1
            }
            for row in 0..<length {
                let precision = Double(model.precisions[start + row])
                let value = frameSum[frameSum.startIndex + row] * precision
                Self.add(mean, times: value, to: &rightSides, at: (first + row) * Self.size, Self.size)
                Self.add(
                    products, times: occupation * precision, to: &matrices, at: (first + row) * Self.half, Self.half)
            }
        }
    }

    /// Adds a multiple of `values` to `sums`, in a plain loop that the compiler vectorizes.
    private static func add(
        _ values: UnsafePointer<Double>, times factor: Double, to sums: inout [Double], at start: Int, _ count: Int
    ) {
        sums.withUnsafeMutableBufferPointer { sums in
            guard let sum = UnsafeMutableBufferPointer(rebasing: sums[start..<start + count]).baseAddress else {
                return
            }
            var index = 0
            while index < count {
                sum[index] += values[index] * factor
                index += 1
            }
        }
    }

    /// The weights of the mean's dimensions, then the offset, for each dimension of each stream; nil when a system
    /// has no solution.
    var solutions: [[Double]]? {
        let count = rightSides.count / Self.size
        let rows = (0..<count).compactMap { row in
            Self.solve(
                matrices[row * Self.half..<(row + 1) * Self.half], rightSides[row * Self.size..<(row + 1) * Self.size])
        }
        return rows.count == count ? rows : nil
    }

    /// Solves a symmetric positive definite system, given its lower half, by Cholesky's method; nil when it is not
    /// positive definite.
    private static func solve(_ half: ArraySlice<Double>, _ right: ArraySlice<Double>) -> [Double]? {
        let count = right.count
        var lower = Array(half)
        var solution = Array(right)
        func place(_ row: Int, _ column: Int) -> Int { row * (row + 1) / 2 + column }
        for row in 0..<count {
            for column in 0...row {
                var sum = lower[place(row, column)]
                for k in 0..<column { sum -= lower[place(row, k)] * lower[place(column, k)] }
                if row == column {
                    guard sum > 0, sum.isFinite else { return nil }
                    lower[place(row, row)] = sum.squareRoot()
                } else {
                    lower[place(row, column)] = sum / lower[place(column, column)]
                }
            }
        }
        for row in 0..<count {
            for k in 0..<row { solution[row] -= lower[place(row, k)] * solution[k] }
            solution[row] /= lower[place(row, row)]
        }
        for row in (0..<count).reversed() {
            for k in row + 1..<max(row + 1, count) { solution[row] -= lower[place(k, row)] * solution[k] }
            solution[row] /= lower[place(row, row)]
        }
        return solution
    }
}
