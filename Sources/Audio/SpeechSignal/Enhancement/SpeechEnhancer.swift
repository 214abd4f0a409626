/// Takes noise out of speech, so that a recognizer that knows quiet rooms understands it in loud ones.
///
/// A network tells for every hundredth of a second which share of each of 25 mel bands is speech (the ratio mask of Wang, Narayanan and
/// Wang, "On training targets for supervised speech separation", 2014), and the rest is made softer. It looks at the turn as a whole, so that it
/// knows how loud the room is before the first word. Stateless; any thread.
public struct SpeechEnhancer: Sendable {
    /// Samples a second.
    public static let rate = 16_000

    /// Nothing is made softer than to this part, as an amplitude (14 dB): what is cut out whole, speech that was mistaken for noise with it, harms
    /// recognition more than the noise did.
    static let leastGain: Float = 0.2

    /// An enhancer; the network is read with the first turn.
    public init() {}

    /// The same sound with less noise.
    ///
    /// - Parameter samples: A whole turn at ``rate``, one channel; it takes about 20 times its own size while it is worked on.
    /// - Returns: As many samples, at the same times and of the same loudness where there is speech.
    public func enhance(_ samples: [Int16]) -> [Int16] {
        guard !samples.isEmpty else { return [] }
        var spectrum = Spectrum(samples)
        let features = MaskFeatures(energies: spectrum.rows.map(MelBands.energies))
        for frame in spectrum.rows.indices {
            let share = MaskNetwork.standard.share(of: features.inputs(frame))
            spectrum.rows[frame].scale(by: MelBands.gains(share.map { max(Self.leastGain, $0) }))
        }
        return spectrum.samples
    }
}
