import PocketSphinx

/// What was learned of voice and room, for each kind of room; outlives vocabularies.
struct SpeakerAdaptations: Sendable {
    private let quiet: SpeakerAdaptation
    private let noisy: SpeakerAdaptation

    /// Nil when the model is of a kind that cannot be adapted.
    init?(_ model: SphinxModel) {
        guard let gaussians = PhoneGaussians(directory: model.acoustics) else { return nil }
        // Drawn to a few clear words, the means do less well with words that were not heard yet.
        quiet = SpeakerAdaptation(model: gaussians, priorFrames: .infinity)
        noisy = SpeakerAdaptation(model: gaussians, priorFrames: 20)
    }

    /// What was learned in rooms of this kind.
    func adaptation(isQuiet: Bool) -> SpeakerAdaptation { isQuiet ? quiet : noisy }
}
