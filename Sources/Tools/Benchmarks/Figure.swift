/// A measured figure with its goal.
public struct Figure: Sendable, Codable, Equatable {
    /// The measured quantity.
    public var name: String
    /// The measured value, in ``unit``.
    public var value: Double
    /// `µs`, `messages/s`, `×`, …
    public var unit: String
    /// The required bound; nil if there is no goal.
    public var goal: Goal?

    /// A bound on a figure.
    public enum Goal: Sendable, Codable, Equatable, CustomStringConvertible {
        /// The value must not exceed this bound: times, losses.
        case atMost(Double)
        /// The value must reach this bound: rates, ratios.
        case atLeast(Double)

        /// `≤ 1.4`
        public var description: String {
            switch self {
            case .atMost(let bound): "≤ \(Figure.text(bound))"
            case .atLeast(let bound): "≥ \(Figure.text(bound))"
            }
        }
    }

    init(_ name: String, _ value: Double, _ unit: String, goal: Goal? = nil) {
        (self.name, self.value, self.unit, self.goal) = (name, value, unit, goal)
    }

    /// Whether the goal is met; true without one.
    public var isMet: Bool {
        switch goal {
        case .atMost(let bound): value <= bound
        case .atLeast(let bound): value >= bound
        case nil: true
        }
    }

    /// Whether the figure is one of speed, which other programs on the machine spoil. Sizes and counts are not.
    public var isSpeed: Bool { unit.contains("/s") || ["µs", "ms", "s", "×"].contains(unit) }

    /// Whether more is better, by the goal or else by the unit; nil when neither tells it.
    var prefersMore: Bool? {
        switch goal {
        case .atLeast: true
        case .atMost: false
        case nil: unit.contains("/s") ? true : ["µs", "ms", "s", "MB", "MiB", "KiB"].contains(unit) ? false : nil
        }
    }

    static func text(_ value: Double) -> String {
        value >= 1000 ? whole(value) : "\((value * 100).rounded() / 100)"
    }

    /// Returns a value as a whole number. A value beyond all integers, which a file may have, stays as it is.
    static func whole(_ value: Double) -> String { Int(exactly: value.rounded()).map { "\($0)" } ?? "\(value)" }

    /// Returns the figure as one line for people.
    /// - Parameter judgesSpeed: Whether goals of speed are judged; those that are not have no mark.
    public func line(judgesSpeed: Bool = true) -> String {
        let mark = goal == nil || (isSpeed && !judgesSpeed) ? " " : isMet ? "✓" : "✗"
        let name = self.name.padding(to: 58)
        let value = Figure.text(self.value)
        let padded = String(repeating: " ", count: max(0, 10 - value.count)) + value
        return "\(mark) \(name)\(padded) \(unit.padding(to: 11))\(goal.map { "goal \($0)" } ?? "")"
    }
}

extension String {
    func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
