/// The weights of the feature streams.
package struct StreamWeights: Sendable {
    /// The weights for which the model was trained.
    package static let even = StreamWeights(cepstra: 1, firstDifferences: 1, secondDifferences: 1)
    /// The weights for enhanced sound. The distortion that noise and its suppression leave in the cepstra changes
    /// little from frame to frame, so it affects the differences less. These weights were the best of seven sets on
    /// 200 orders with kitchen noise. Their sum is that of ``even``, so that scores stay comparable.
    package static let noisy = StreamWeights(cepstra: 0.75, firstDifferences: 1.4, secondDifferences: 0.85)

    /// The factors of the scores of the cepstra, their first and their second differences.
    let values: [Float]

    private init(cepstra: Float, firstDifferences: Float, secondDifferences: Float) {
        values = [cepstra, firstDifferences, secondDifferences]
    }
}
