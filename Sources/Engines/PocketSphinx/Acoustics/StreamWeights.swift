/// How much each stream of the features counts.
package struct StreamWeights: Sendable {
    /// As the model was made for.
    package static let even = StreamWeights(cepstra: 1, firstDifferences: 1, secondDifferences: 1)
    /// For sound that had noise in it: what the noise, and what took it out, has left in the cepstra stays alike from frame to frame, so it matters
    /// less to their differences. Chosen among seven on 200 orders with kitchen noise. They add up to as much, so that scores stay comparable.
    package static let noisy = StreamWeights(cepstra: 0.75, firstDifferences: 1.4, secondDifferences: 0.85)

    /// By stream.
    let values: [Float]

    private init(cepstra: Float, firstDifferences: Float, secondDifferences: Float) {
        values = [cepstra, firstDifferences, secondDifferences]
    }
}
