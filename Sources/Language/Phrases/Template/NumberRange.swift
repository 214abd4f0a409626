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
    /// The difference between consecutive whole numbers; more than 0.
    public var step: Double
    /// The accepted decimals; nil means whole numbers only.
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

    /// Returns the value of a spoken number; nil when it is not in the range.
    public func value(of number: Double) -> Double? {
        // Decimals may follow the last whole number too, as in "one hundred point five".
        let whole = number.rounded(.down)
        guard lowerBound <= whole, whole <= upperBound else { return nil }
        let steps = (whole - lowerBound) / step
        guard abs(steps - steps.rounded()) < 1e-9 else { return nil }
        if whole != number {
            guard let fractions else { return nil }
            let parts = (number - whole) * fractions.count
            guard abs(parts - parts.rounded()) < 1e-6 else { return nil }
        }
        return number * multiplier
    }
}
