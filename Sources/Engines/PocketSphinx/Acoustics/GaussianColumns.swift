/// Parameters of Gaussians, laid out so that all Gaussians of a phone and stream are computed side by side.
package struct GaussianColumns: Sendable {
    /// The parameters by phone, stream, dimension, Gaussian.
    let values: [Float]

    /// Transposes parameters.
    /// - Parameters:
    ///   - values: By phone, stream, Gaussian, dimension.
    ///   - density: The number of Gaussians of a phone in a stream.
    init(_ values: [Float], density: Int) {
        let length = PhoneGaussians.length
        self.values = [Float](unsafeUninitializedCapacity: values.count) { columns, count in
            for book in 0..<values.count / (density * length) {
                let start = book * density * length
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
