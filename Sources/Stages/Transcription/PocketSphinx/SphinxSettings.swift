/// The options of a decoder, by pocketsphinx's own names.
struct SphinxSettings: Sendable {
    var options: [String: String]

    /// The settings for grammars while the turn goes on.
    ///
    /// Silence is kept, so that frame numbers are times and the end of speech is detected. The word penalty is
    /// higher than the library's, since kitchen clatter was recognized as "and a lot" for seconds and the turn
    /// did not end. Noise removal by the library is on: while the whole turn's mean is unknown, sound without noise
    /// is nearer to the model's own mean.
    static let stream = SphinxSettings(grammar: [
        "-remove_noise": "yes", "-beam": "1e-60", "-wbeam": "1e-40", "-pbeam": "1e-60", "-remove_silence": "no",
        "-wip": "0.01", phoneLoopWindow: "0",
    ])

    /// The settings for grammars at the end of the turn, with wider beams, since the right words may rank low
    /// for a while.
    ///
    /// Still wider beams find no more, as measured with kitchen noise at 6 to 21 dB.
    static let quick = SphinxSettings(grammar: ["-beam": "1e-70", "-wbeam": "1e-55", "-pbeam": "1e-70"])

    /// The settings for grammars when the quick search leaves a doubt. Scores are relative to all senones of
    /// the model, which separates commands from other speech better.
    static let careful: SphinxSettings = {
        var settings = quick
        settings.options["-compallsen"] = "yes"
        settings.options[phoneLoopWindow] = "0"
        return settings
    }()

    /// The settings for general English.
    static let language = SphinxSettings(options: ["-remove_silence": "no", "-remove_noise": "no"])

    /// The option for the number of frames by which a loop of all phones runs ahead of the search. Grammar searches
    /// do not use the loop, but their scores are also relative to those of its phones. Where scores are relative to
    /// all senones, or do not decide the result, the loop only costs time.
    private static let phoneLoopWindow = "-pl_window"

    private init(options: [String: String]) { self.options = options }

    /// Creates settings for grammars. Silence is removed so that the utterance's cepstral mean is that of the speech.
    private init(grammar more: [String: String]) {
        options = [
            "-remove_silence": "yes", "-remove_noise": "no", "-lw": "3", "-bestpath": "no",
            // The grammars list every pronunciation; the library would search the whole grammar for each.
            "-fsgusealtpron": "no",
        ]
        options.merge(more) { $1 }
    }
}
