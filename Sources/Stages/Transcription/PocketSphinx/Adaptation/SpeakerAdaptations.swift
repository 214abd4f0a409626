/// The adaptations for quiet and for noisy rooms, which outlive vocabularies.
struct SpeakerAdaptations: Sendable {
    private let quiet: SpeakerAdaptation
    private let noisy: SpeakerAdaptation

    /// Creates adaptations that have learned nothing.
    init(_ gaussians: PhoneGaussians) {
        // In a quiet room, moving single means towards a few clear words would harm words that were not said yet.
        quiet = SpeakerAdaptation(model: gaussians, priorFrames: .infinity)
        noisy = SpeakerAdaptation(model: gaussians, priorFrames: 20)
    }

    /// Returns the adaptation for a kind of room.
    func adaptation(isQuiet: Bool) -> SpeakerAdaptation { isQuiet ? quiet : noisy }
}
