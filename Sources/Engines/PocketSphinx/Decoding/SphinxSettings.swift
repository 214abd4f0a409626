/// The options of a decoder; names and meanings are pocketsphinx's.
package struct SphinxSettings: Sendable {
    var options: [String: String]

    /// The settings for grammars during the turn. Silence is kept, so that frame numbers are times and the end of
    /// speech can be seen.
    ///
    /// The word penalty is higher than the library's default. With the default, kitchen clatter was recognized as
    /// "and a lot" for seconds, and the turn did not end.
    ///
    /// Noise removal is on, because the mean of the whole turn is not known yet, and audio without noise is nearer to
    /// the model's own mean.
    package static let stream = SphinxSettings(grammar: [
        "-remove_noise": "yes", "-beam": "1e-60", "-wbeam": "1e-40", "-pbeam": "1e-60", "-remove_silence": "no",
        "-wip": "0.01", phoneLoop: "0",
    ])

    /// The settings for grammars at the end of the turn. The beams are wider, because the right words may be among the
    /// unlikely ones for a while.
    ///
    /// Even wider beams did not improve the results, measured with kitchen noise at 6 to 21 dB.
    package static let quick = SphinxSettings(grammar: ["-beam": "1e-70", "-wbeam": "1e-55", "-pbeam": "1e-70"])

    /// The settings for grammars when the result of ``quick`` is doubtful. Scores are relative to the best of all
    /// senones, which separates commands from other speech better.
    package static let careful: SphinxSettings = {
        var settings = quick
        settings.options["-compallsen"] = "yes"
        settings.options[phoneLoop] = "0"
        return settings
    }()

    /// The settings for general English.
    package static let language = SphinxSettings(options: ["-remove_silence": "no", "-remove_noise": "no"])

    /// The option for the number of frames by which a loop of all phones runs ahead of the search. Searches of
    /// grammars do not use the loop, except that their scores are relative to it. Where scores are relative to all
    /// senones, or do not serve as a confidence, the loop would only take time.
    private static let phoneLoop = "-pl_window"

    private init(options: [String: String]) { self.options = options }

    /// Creates settings for grammars. Silence is removed unless `more` keeps it, so that the cepstral mean of a whole
    /// utterance is the mean of its speech.
    private init(grammar more: [String: String]) {
        options = [
            "-remove_silence": "yes", "-remove_noise": "no", "-lw": "3", "-bestpath": "no",
            // The grammars list every pronunciation of a word; otherwise the library would search the whole grammar
            // for each.
            "-fsgusealtpron": "no",
        ]
        options.merge(more) { $1 }
    }
}
