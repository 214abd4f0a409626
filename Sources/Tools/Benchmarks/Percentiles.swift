/// Order statistics of a sample.
public struct Percentiles: Sendable {
    private let sorted: [Double]

    /// Of at least one value.
    public init(_ values: [Double]) { sorted = values.sorted() }

    /// The value below which a share of 0…1 lies; 0 for an empty sample.
    public func callAsFunction(_ share: Double) -> Double {
        guard let last = sorted.last else { return 0 }
        let index = Int((Double(sorted.count) * share).rounded(.down))
        return index < sorted.count ? sorted[index] : last
    }
}
