/// What was learned of voice and room, for each way of taking in the sound; outlives vocabularies.
struct SpeakerAdaptations: Sendable {
    let byIntake: [SphinxSettings.Intake: SpeakerAdaptation]

    /// Nil when the model is of a kind that cannot be adapted.
    init?(_ model: SphinxModel) {
        guard let gaussians = PhoneGaussians(directory: model.acoustics) else { return nil }
        byIntake = Dictionary(
            uniqueKeysWithValues: [.usual, .plain].map { ($0, SpeakerAdaptation(model: gaussians)) })
    }
}
