/// The acoustic model, loaded into memory.
///
/// It is a phonetically tied model of pocketsphinx: each senone is a mixture of the Gaussians of its phone, in
/// three streams. The library computes Gaussians one after the other, and again for each search. ``NearGaussians``
/// computes the Gaussians of a phone side by side, phone by phone through the whole turn. That is several times as
/// fast, and the weight of each stream can be chosen.
final class AcousticModel: Sendable {
    let gaussians: PhoneGaussians
    let weights: SenoneWeights
    /// The number of senones.
    let senoneCount: Int
    /// Half the inverse variances.
    let precisions: GaussianColumns
    /// The model's own means.
    let means: GaussianColumns

    /// Loads the model of a directory; nil when it is of another kind.
    init?(directory: String) {
        guard let definition = ModelDefinition(path: directory + "/mdef"),
            let gaussians = PhoneGaussians(directory: directory, definition),
            (NearGaussians.count...256).contains(gaussians.density),
            let weights = SenoneWeights(directory: directory, definition, density: gaussians.density)
        else { return nil }
        (self.gaussians, self.weights) = (gaussians, weights)
        senoneCount = definition.senonePhones.count
        precisions = GaussianColumns(gaussians.precisions.map { $0 / 2 }, density: gaussians.density)
        means = GaussianColumns(gaussians.means, density: gaussians.density)
    }
}
