/// The weights of the feature streams.
struct StreamWeights: Sendable {
    /// The weights that the model was trained with.
    static let even = StreamWeights(cepstra: 1, firstDifferences: 1, secondDifferences: 1)
    /// The weights for sound from which noise was removed.
    ///
    /// The residue of noise and enhancement in the cepstra stays similar from frame to frame, so it affects their
    /// differences less. The weights were chosen among seven sets on 200 coffee orders with kitchen noise. Their sum
    /// is the same, so that scores stay comparable.
    static let noisy = StreamWeights(cepstra: 0.75, firstDifferences: 1.4, secondDifferences: 0.85)

    /// The weight of each stream.
    let values: [Float]

    private init(cepstra: Float, firstDifferences: Float, secondDifferences: Float) {
        values = [cepstra, firstDifferences, secondDifferences]
    }
}
