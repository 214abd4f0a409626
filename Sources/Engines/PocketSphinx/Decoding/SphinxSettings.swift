/// The options of a decoder; names and meanings are pocketsphinx's.
package struct SphinxSettings: Sendable {
    var options: [String: String]

    /// For grammars during the turn. Silence stays in, so that frame numbers are times and the end of speech shows.
    ///
    /// The penalty of a word is higher than the library's default: with that, kitchen clatter was recognized as
    /// "and a lot" for seconds, and the turn did not end.
    ///
    /// Noise removal is on: without the mean of the whole turn, audio that the library has cleaned is nearer to the
    /// model's own mean.
    package static let stream = SphinxSettings(grammar: [
        "-remove_noise": "yes", "-beam": "1e-60", "-wbeam": "1e-40", "-pbeam": "1e-60", "-remove_silence": "no",
        "-wip": "0.01", phoneLoop: "0",
    ])

    /// For grammars at the end of the turn, with wider beams: the right words may be among the unlikely ones for a
    /// while.
    ///
    /// Still wider beams find no more, measured with kitchen noise at 6 to 21 dB.
    package static let quick = SphinxSettings(grammar: ["-beam": "1e-70", "-wbeam": "1e-55", "-pbeam": "1e-70"])

    /// For grammars when the quick search leaves a doubt. Scores are relative to all senones, which separates
    /// commands from other speech better.
    package static let careful: SphinxSettings = {
        var settings = quick
        settings.options["-compallsen"] = "yes"
        settings.options[phoneLoop] = "0"
        return settings
    }()

    /// For general English.
    package static let language = SphinxSettings(options: ["-remove_silence": "no", "-remove_noise": "no"])

    /// The number of frames by which a loop of all phones runs ahead of the search. Grammars do not use the loop,
    /// but their scores are relative to it, too. It only takes time where scores are relative to all senones, or
    /// are not used for confidence.
    private static let phoneLoop = "-pl_window"

    private init(options: [String: String]) { self.options = options }

    /// With silence removed, the cepstral mean of a whole utterance is the mean of its speech.
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
