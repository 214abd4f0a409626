import PocketSphinx

/// What was learned of voice and room, for each way of taking in the sound; outlives vocabularies.
struct SpeakerAdaptations: Sendable {
    /// For sound as it is.
    let clear: SpeakerAdaptation
    /// For sound from which noise was taken.
    let noisy: SpeakerAdaptation

    /// Nil when the model is of a kind that cannot be adapted.
    init?(_ model: SphinxModel) {
        guard let gaussians = PhoneGaussians(directory: model.acoustics) else { return nil }
        // Drawn to a few clear words, the means do less well with words that were not heard yet.
        clear = SpeakerAdaptation(model: gaussians, priorFrames: .infinity)
        noisy = SpeakerAdaptation(model: gaussians, priorFrames: 20)
    }
}
