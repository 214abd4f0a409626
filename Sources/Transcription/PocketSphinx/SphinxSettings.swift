/// How a decoder searches; names and meanings are those of pocketsphinx's options.
struct SphinxSettings: Sendable {
    var options: [String: String]

    /// How sound is taken in.
    struct Intake: Sendable, Hashable {
        /// Whether noise is taken out first.
        var removesNoise: Bool
        /// How far the frequencies are warped, so that a voice is nearer to those of the model: those of a shorter vocal tract below 1.
        var warp: Double

        /// The way that serves most voices and rooms best, measured on 134 speakers in a quiet room and with kitchen noise.
        static let usual = Intake(removesNoise: true, warp: 0.94)
        /// The second opinion, right where too much was taken out with the noise.
        static let plain = Intake(removesNoise: false, warp: 0.94)
    }

    /// For grammars, while the turn goes on. Silence stays in, so that frames are times, and an end of speech is seen.
    ///
    /// Without the mean of the whole, sound that noise was taken out of is the one nearer to the model's own mean.
    static let stream = SphinxSettings(
        Intake(removesNoise: true, warp: 1), removesSilence: false,
        ["-beam": "1e-60", "-wbeam": "1e-40", "-pbeam": "1e-60"])

    /// For grammars, at the end of the turn: with wider beams, since in noise the right words are among the unlikely ones for a while.
    static func whole(_ intake: Intake) -> SphinxSettings {
        SphinxSettings(intake, removesSilence: true, ["-beam": "1e-70", "-wbeam": "1e-55", "-pbeam": "1e-70"])
    }

    /// For general English.
    static let language = SphinxSettings(options: ["-remove_silence": "no", "-remove_noise": "no", "-cmn": "batch"])

    private init(options: [String: String]) { self.options = options }

    /// `batch` takes the cepstral mean of the whole when it is there at once.
    private init(_ intake: Intake, removesSilence: Bool, _ beams: [String: String]) {
        options = [
            "-remove_silence": removesSilence ? "yes" : "no", "-remove_noise": intake.removesNoise ? "yes" : "no",
            "-cmn": "batch", "-lw": "3", "-bestpath": "no",
        ]
        if intake.warp != 1 {
            options["-warp_type"] = "inverse_linear"
            options["-warp_params"] = "\(intake.warp)"
        }
        options.merge(beams) { $1 }
    }
}
