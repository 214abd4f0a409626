/// The model of how speech sounds, read into memory.
///
/// A phonetically tied model of pocketsphinx: each senone is a mixture of the Gaussians of its phone, in three streams. The library computes the
/// same, one Gaussian after the other and anew for each search; here they go side by side, phone by phone through the whole turn, which is
/// several times as fast, and how much each stream counts can be chosen.
package final class AcousticModel: Sendable {
    package let gaussians: PhoneGaussians
    let weights: SenoneWeights
    /// How many senones there are.
    let senoneCount: Int
    /// Half of one over the variance.
    let precisions: GaussianColumns
    /// The means that the model came with.
    let means: GaussianColumns

    /// Nil when the model in the directory is of another kind.
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
