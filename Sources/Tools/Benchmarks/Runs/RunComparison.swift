/// Two sets of benchmark runs side by side.
///
/// Of several runs of one command the median counts, and their range is the noise: figures whose ranges overlap do not
/// differ.
public struct RunComparison: Sendable {
    /// A figure of both sets.
    public struct Row: Sendable, Equatable {
        /// The benchmark's command with its arguments.
        public var command: String
        /// The figure's name.
        var name: String
        /// The figure's unit.
        var unit: String
        /// The values of the first set, in ascending order.
        var first: [Double]
        /// The values of the second set, in ascending order.
        var second: [Double]
        /// Whether more is better; nil when the unit does not tell it.
        var prefersMore: Bool?

        /// The change of the median, as a share of the first: -.1 is a tenth less; nil when there is nothing to
        /// compare with.
        var change: Double? {
            let before = RunComparison.median(first)
            return before == 0 ? nil : RunComparison.median(second) / before - 1
        }

        /// Whether the ranges of the two sets overlap.
        var isWithinNoise: Bool {
            guard let low = first.first, let high = first.last, let otherLow = second.first,
                let otherHigh = second.last
            else { return true }
            return low <= otherHigh && otherLow <= high
        }

        /// The share by which the second set is worse, outside noise; 0 when it is not. It is infinite when the first
        /// set has 0, such as no lost turn.
        var loss: Double {
            guard !isWithinNoise, let prefersMore else { return 0 }
            let (before, after) = (RunComparison.median(first), RunComparison.median(second))
            guard prefersMore ? after < before : after > before else { return 0 }
            return before == 0 ? .infinity : abs((after - before) / before)
        }

        /// The row for people.
        public var line: String {
            let percent = change.map { "\($0 < 0 ? "−" : "+")\(Figure.whole(abs($0) * 100)) %" } ?? ""
            let values = [first, second].map { Figure.text(RunComparison.median($0)) }
            let mark = isWithinNoise ? " " : loss > 0 ? "✗" : prefersMore == nil ? "≠" : "✓"
            return "\(mark) \(name.padding(to: 58))"
                + values.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
                + " \(unit.padding(to: 11))" + String(repeating: " ", count: max(0, 7 - percent.count)) + percent
        }
    }

    /// The figures that both sets have, in the order of the first.
    public let rows: [Row]
    /// The figures that only one set has, each with its command.
    public let unmatched: [String]

    /// Compares two sets of runs.
    public init(_ first: [BenchmarkRun], _ second: [BenchmarkRun]) {
        let (one, other) = (Self.values(first), Self.values(second))
        rows = one.order.compactMap { key in
            guard let value = one.values[key], let matching = other.values[key] else { return nil }
            return Row(
                command: key.command, name: key.name, unit: key.unit, first: value.all.sorted(),
                second: matching.all.sorted(), prefersMore: value.prefersMore)
        }
        unmatched =
            (one.order.filter { other.values[$0] == nil } + other.order.filter { one.values[$0] == nil }).map {
                "\($0.command): \($0.name)"
            }
    }

    /// Returns the figures that are worse by more than a share, outside noise.
    public func losses(beyond share: Double) -> [Row] { rows.filter { $0.loss > share } }

    private struct Key: Hashable {
        var command: String
        var name: String
        var unit: String
    }

    private static func values(
        _ runs: [BenchmarkRun]
    ) -> (order: [Key], values: [Key: (all: [Double], prefersMore: Bool?)]) {
        var order: [Key] = []
        var values: [Key: (all: [Double], prefersMore: Bool?)] = [:]
        for run in runs {
            for figure in run.figures {
                let key = Key(command: run.command.joined(separator: " "), name: figure.name, unit: figure.unit)
                if values[key] == nil { order.append(key) }
                values[key, default: ([], figure.prefersMore)].all.append(figure.value)
            }
        }
        return (order, values)
    }

    static func median(_ sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
