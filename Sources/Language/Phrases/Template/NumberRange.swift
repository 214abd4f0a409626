/// Numbers from one to another, in steps.
public struct NumberRange: Sendable, Hashable {
    /// What may follow the decimal point, besides nothing.
    public enum Fractions: String, Sendable, Hashable, CaseIterable {
        /// .5
        case halves
        /// .1 … .9
        case tenths

        /// How many of them make one.
        var count: Double { self == .halves ? 2 : 10 }
    }

    /// The first.
    public var lowerBound: Double
    /// The last, which is in the range.
    public var upperBound: Double
    /// From one whole number to the next; more than 0.
    public var step: Double
    /// Nil: whole numbers only.
    public var fractions: Fractions?
    /// By what the number that was said is multiplied.
    public var multiplier: Double

    /// A range; nil when it has no number.
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

    /// The value of a number that was said; nil when it is not in the range.
    public func value(of number: Double) -> Double? {
        // A fraction may follow the last whole number too, as in "one hundred point five".
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
