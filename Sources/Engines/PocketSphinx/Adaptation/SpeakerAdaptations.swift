/// The adaptations to quiet and to noisy rooms. A change of the vocabulary does not reset them.
package struct SpeakerAdaptations: Sendable {
    private let quiet: SpeakerAdaptation
    private let noisy: SpeakerAdaptation

    /// Creates adaptations without any utterance.
    package init(_ gaussians: PhoneGaussians) {
        // Means that have moved towards a few clean words fit all other words less well.
        quiet = SpeakerAdaptation(model: gaussians, priorFrames: .infinity)
        noisy = SpeakerAdaptation(model: gaussians, priorFrames: 20)
    }

    /// Returns the adaptation for a noise condition.
    package func adaptation(isQuiet: Bool) -> SpeakerAdaptation { isQuiet ? quiet : noisy }

    /// Forgets all utterances.
    package func reset() async {
        await quiet.reset()
        await noisy.reset()
    }
}
