/// How a decoder searches; names and meanings are those of pocketsphinx's options.
struct SphinxSettings: Sendable {
    var options: [String: String]

    /// For grammars, while the turn goes on. Silence stays in, so that frames are times, and an end of speech is seen.
    static let stream = SphinxSettings(
        beams: ["-beam": "1e-60", "-wbeam": "1e-40", "-pbeam": "1e-60"], ["-remove_silence": "no"])

    /// For grammars, at the end of the turn: with wider beams, since in noise the right words are among the unlikely ones for a while.
    ///
    /// Frequencies are warped as if voices came from a shorter vocal tract: measured on 134 speakers, that is nearer to those of the model.
    static let quick = SphinxSettings(beams: wide, warp)

    /// For grammars, when the quick search leaves a doubt: scores are relative to all that the model knows, which tells
    /// better what is no command.
    static let careful = SphinxSettings(beams: wide, warp.merging(["-compallsen": "yes"]) { $1 })

    /// For general English.
    static let language = SphinxSettings(options: ["-remove_silence": "no", "-remove_noise": "no", "-cmn": "batch"])

    private static let wide = ["-beam": "1e-70", "-wbeam": "1e-55", "-pbeam": "1e-70"]
    private static let warp = ["-warp_type": "inverse_linear", "-warp_params": "0.94"]

    private init(options: [String: String]) { self.options = options }

    /// `batch` takes the cepstral mean of the whole when it is there at once.
    private init(beams: [String: String], _ more: [String: String]) {
        options = [
            "-remove_silence": "yes", "-remove_noise": "yes", "-cmn": "batch", "-lw": "3", "-bestpath": "no",
        ]
        options.merge(beams) { $1 }
        options.merge(more) { $1 }
    }
}
