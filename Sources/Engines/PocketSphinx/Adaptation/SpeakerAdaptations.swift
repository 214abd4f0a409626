/// The adaptations to quiet and to noisy rooms. They outlive vocabularies.
package struct SpeakerAdaptations: Sendable {
    private let quiet: SpeakerAdaptation
    private let noisy: SpeakerAdaptation

    /// Creates adaptations without any utterance.
    package init(_ gaussians: PhoneGaussians) {
        // Moved towards a few clean words, the means would recognize words not heard yet less well.
        quiet = SpeakerAdaptation(model: gaussians, priorFrames: .infinity)
        noisy = SpeakerAdaptation(model: gaussians, priorFrames: 20)
    }

    /// Returns the adaptation for a noise condition.
    package func adaptation(isQuiet: Bool) -> SpeakerAdaptation { isQuiet ? quiet : noisy }
}
