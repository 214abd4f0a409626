/// A range of numbers with a step.
public struct NumberRange: Sendable, Hashable {
    /// The decimals that are accepted in addition to whole numbers.
    public enum Fractions: String, Sendable, Hashable, CaseIterable {
        /// Halves: `.5`.
        case halves
        /// Tenths: `.1` to `.9`.
        case tenths

        /// The number of such fractions in one.
        var count: Double { self == .halves ? 2 : 10 }
    }

    /// The first number.
    public var lowerBound: Double
    /// The last number, inclusive.
    public var upperBound: Double
    /// The difference between consecutive numbers, apart from ``fractions``; more than 0.
    public var step: Double
    /// The decimals that are accepted behind whole numbers; nil means none.
    public var fractions: Fractions?
    /// The factor by which the spoken number is multiplied.
    public var multiplier: Double

    /// Creates a range; nil when it contains no number.
    public init?(
        _ lowerBound: Double, _ upperBound: Double, step: Double = 1, fractions: Fractions? = nil,
        multiplier: Double = 1
    ) {
        guard lowerBound <= upperBound, step > 0, lowerBound.isFinite, upperBound.isFinite, step.isFinite,
            multiplier.isFinite
        else { return nil }
        (self.lowerBound, self.upperBound, self.step) = (lowerBound, upperBound, step)
        (self.fractions, self.multiplier) = (fractions, multiplier)
    }

    /// Whether numbers of the range may have decimals.
    var hasDecimals: Bool { fractions != nil || [lowerBound, step].contains { $0 != $0.rounded() } }

    /// Returns the value of a spoken number; nil when it is not in the range.
    public func value(of number: Double) -> Double? {
        guard lowerBound <= number else { return nil }
        let isNumber = number <= upperBound && isStep(number, from: lowerBound)
        return isNumber || isFraction(number) ? number * multiplier : nil
    }

    /// Returns whether a number is some steps, which may have decimals, behind another one.
    private func isStep(_ number: Double, from first: Double) -> Bool {
        let steps = (number - first) / step
        return abs(steps - steps.rounded()) < 1e-9
    }

    /// Returns whether a number is a whole one with accepted decimals. They may follow the last one, too: "one hundred
    /// point five".
    private func isFraction(_ number: Double) -> Bool {
        let whole = number.rounded(.down)
        guard let fractions, number <= upperBound || whole == upperBound,
            isStep(whole, from: lowerBound.rounded(.down))
        else { return false }
        let parts = (number - whole) * fractions.count
        return abs(parts - parts.rounded()) < 1e-6
    }
}
