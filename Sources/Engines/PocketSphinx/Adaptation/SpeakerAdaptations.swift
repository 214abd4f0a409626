/// What was learned of voice and room, for each kind of room; outlives vocabularies.
package struct SpeakerAdaptations: Sendable {
    private let quiet: SpeakerAdaptation
    private let noisy: SpeakerAdaptation

    /// Nothing learned yet.
    package init(_ gaussians: PhoneGaussians) {
        // Drawn to a few clear words, the means do less well with words that were not heard yet.
        quiet = SpeakerAdaptation(model: gaussians, priorFrames: .infinity)
        noisy = SpeakerAdaptation(model: gaussians, priorFrames: 20)
    }

    /// What was learned in rooms of this kind.
    package func adaptation(isQuiet: Bool) -> SpeakerAdaptation { isQuiet ? quiet : noisy }
}
