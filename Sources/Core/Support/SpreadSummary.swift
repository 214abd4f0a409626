/// Count, least, most, mean and spread of numbers that come one by one. Holds no numbers; two of them can be joined.
///
/// After Welford (1962), joined after Chan, Golub and LeVeque (1979).
public struct SpreadSummary: Sendable, Equatable {
    /// How many there are.
    public private(set) var count = 0
    /// The least; 0 when there is none.
    public private(set) var minimum = 0.0
    /// The most; 0 when there is none.
    public private(set) var maximum = 0.0
    /// Their mean; 0 when there is none.
    public private(set) var mean = 0.0
    private var squares = 0.0

    /// No numbers.
    public init() {}

    /// Takes a number.
    public mutating func add(_ value: Double) {
        minimum = count == 0 ? value : min(minimum, value)
        maximum = count == 0 ? value : max(maximum, value)
        count += 1
        let before = value - mean
        mean += before / Double(count)
        squares += before * (value - mean)
    }

    /// The standard deviation; 0 for fewer than two.
    public var deviation: Double { count < 2 ? 0 : (squares / Double(count)).squareRoot() }

    /// Takes all numbers that another has taken.
    public mutating func add(_ other: SpreadSummary) {
        guard other.count > 0 else { return }
        guard count > 0 else {
            self = other
            return
        }
        let difference = other.mean - mean
        let (own, others) = (Double(count), Double(other.count))
        minimum = min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
        mean += difference * others / (own + others)
        squares += other.squares + difference * difference * own * others / (own + others)
        count += other.count
    }
}
