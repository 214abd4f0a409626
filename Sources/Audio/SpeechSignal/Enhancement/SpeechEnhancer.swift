/// A noise suppressor for a recognizer that was trained on speech in quiet rooms.
///
/// For every 10 ms a network estimates the share of speech in each of 25 mel bands (the ratio mask of Wang,
/// Narayanan and Wang, "On training targets for supervised speech separation", 2014), and the rest is attenuated.
/// The network gets statistics of the turn as a whole, so that the noise level is known before the first word. An
/// enhancer has no state, and any thread may use it.
public struct SpeechEnhancer: Sendable {
    /// The sample rate in hertz.
    public static let rate = 16_000

    /// The lowest gain, as an amplitude (-14 dB). A lower one would remove speech that was mistaken for noise, which
    /// harms recognition more than the noise does.
    static let minimumGain: Float = 0.2

    /// Creates an enhancer. The network is loaded with the first turn.
    public init() {}

    /// Returns the audio with less noise.
    /// - Parameter samples: A whole turn at ``rate``, mono. Enhancing takes about 20 times the memory of the
    ///   samples.
    /// - Returns: As many samples, at the same times, with speech at the same loudness.
    public func enhance(_ samples: [Int16]) -> [Int16] {
        guard !samples.isEmpty else { return [] }
        var spectrum = Spectrum(samples)
        let features = MaskFeatures(energies: spectrum.rows.map(MelBands.energies))
        for frame in spectrum.rows.indices {
            let share = MaskNetwork.standard.share(of: features.inputs(frame))
            spectrum.rows[frame].scale(by: MelBands.gains(share.map { max(Self.minimumGain, $0) }))
        }
        return spectrum.samples
    }
}
