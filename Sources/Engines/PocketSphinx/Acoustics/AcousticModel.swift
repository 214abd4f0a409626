/// An acoustic model in memory.
///
/// It is a phonetically tied model of pocketsphinx: each senone is a mixture of the Gaussians of its phone, in
/// three streams. The library computes one Gaussian after the other, and all of them again for each search. This
/// type computes the same scores with the Gaussians of a phone side by side over the whole turn, which is several
/// times as fast. The weight of each stream can be chosen.
package final class AcousticModel: Sendable {
    package let gaussians: PhoneGaussians
    let weights: SenoneWeights
    /// The number of senones: the tied states of all triphones.
    let senoneCount: Int
    /// The inverse variances, divided by two.
    let precisions: GaussianColumns
    /// The means of the model's file.
    let means: GaussianColumns

    /// Loads the model in a directory; nil when it is of another kind.
    package init?(directory: String) {
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
