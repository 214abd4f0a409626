/// Percentiles of a sample.
struct Percentiles: Sendable {
    private let sorted: [Double]

    /// Creates the percentiles of values in any order.
    init(_ values: [Double]) { sorted = values.sorted() }

    /// Returns the value below which a share of 0…1 of the sample lies; 0 for an empty sample.
    func callAsFunction(_ share: Double) -> Double {
        guard let last = sorted.last else { return 0 }
        let index = Int((Double(sorted.count) * share).rounded(.down))
        return index < sorted.count ? sorted[index] : last
    }
}
