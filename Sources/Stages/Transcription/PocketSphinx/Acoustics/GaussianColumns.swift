/// Parameters of Gaussians, in an order for computing those of one phone and stream side by side.
struct GaussianColumns: Sendable {
    /// The values by phone, stream, dimension, Gaussian.
    let values: [Float]

    /// - Parameters:
    ///   - values: The values by phone, stream, Gaussian, dimension.
    ///   - density: The Gaussians of a phone in a stream.
    init(_ values: [Float], density: Int) {
        let length = PhoneGaussians.length
        self.values = [Float](unsafeUninitializedCapacity: values.count) { columns, count in
            for codebook in 0..<values.count / (density * length) {
                let start = codebook * density * length
                for gaussian in 0..<density {
                    for dimension in 0..<length {
                        columns.initializeElement(
                            at: start + dimension * density + gaussian,
                            to: values[start + gaussian * length + dimension])
                    }
                }
            }
            count = values.count
        }
    }
}
