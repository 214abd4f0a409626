/// The calibration of confidences: of ten results with a confidence of 0.8, eight should be right.
public struct Reliability: Sendable, Equatable, Codable {
    /// The results with a confidence in a range.
    public struct Row: Sendable, Equatable, Codable {
        /// The least confidence.
        let from: Double
        /// The confidence that is too much; 1 belongs to the last row.
        public let to: Double
        /// The number of results.
        var count = 0
        /// The number of right results.
        var right = 0
        /// The sum of their confidences: the number of results that should be right.
        var expected = 0.0
    }

    /// The rows, from the least confidence on.
    private(set) var rows: [Row] = zip(bounds, bounds.dropFirst()).map { Row(from: $0, to: $1) }

    private static let bounds = [0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1]

    /// Adds a result.
    mutating func add(_ confidence: Double, isRight: Bool) {
        let place = rows.lastIndex { confidence >= $0.from } ?? 0
        rows[place].count += 1
        if isRight { rows[place].right += 1 }
        rows[place].expected += max(0, min(1, confidence))
    }

    /// Adds the results of another one.
    mutating func add(_ other: Reliability) {
        for (index, row) in other.rows.enumerated() {
            rows[index].count += row.count
            rows[index].right += row.right
            rows[index].expected += row.expected
        }
    }
}
