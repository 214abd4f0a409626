/// Distinct problems in the order in which they were found, each with the number of times. Bounded.
struct ProblemList: Sendable {
    /// Most problems that are listed.
    static let maximum = 20

    private var counts: [String: Int] = [:]
    private var order: [String] = []
    private var more = 0

    /// Whether no problem was found.
    var isEmpty: Bool { order.isEmpty }

    /// Adds a problem.
    mutating func add(_ problem: String) {
        if counts[problem] != nil {
            counts[problem, default: 0] += 1
        } else if order.count < Self.maximum {
            counts[problem] = 1
            order.append(problem)
        } else {
            more += 1
        }
    }

    /// One line for each problem.
    var text: String {
        var lines = order.map { problem in
            let count = counts[problem] ?? 1
            return count > 1 ? "\(problem) (\(count) times)" : problem
        }
        if more > 0 { lines.append("and \(more) more") }
        return lines.joined(separator: "\n")
    }
}
