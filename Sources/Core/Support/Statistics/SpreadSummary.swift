/// The count, minimum, maximum, mean and standard deviation of numbers added one by one. It stores no numbers;
/// two summaries can be merged.
///
/// The method is that of Welford (1962), and for merging that of Chan, Golub and LeVeque (1979).
public struct SpreadSummary: Sendable, Equatable {
    /// The count of the numbers.
    public private(set) var count = 0
    /// The minimum; 0 when there are no numbers.
    public private(set) var minimum = 0.0
    /// The maximum; 0 when there are no numbers.
    public private(set) var maximum = 0.0
    /// The mean; 0 when there are no numbers.
    public private(set) var mean = 0.0
    /// The sum of the squared differences from the mean.
    private var squares = 0.0

    /// Creates a summary of no numbers.
    public init() {}

    /// Adds a number.
    public mutating func add(_ value: Double) {
        minimum = count == 0 ? value : min(minimum, value)
        maximum = count == 0 ? value : max(maximum, value)
        count += 1
        let before = value - mean
        mean += before / Double(count)
        squares += before * (value - mean)
    }

    /// The standard deviation; 0 for fewer than two numbers.
    public var deviation: Double { count < 2 ? 0 : (squares / Double(count)).squareRoot() }

    /// Adds the numbers of another summary.
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
