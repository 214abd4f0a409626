/// How a decoder searches; names and meanings are those of pocketsphinx's options.
package struct SphinxSettings: Sendable {
    var options: [String: String]

    /// For grammars, while the turn goes on. Silence stays in, so that frames are times, and an end of speech is seen.
    ///
    /// A word costs more than the library has it: the clatter of a kitchen went on as "and a lot" for seconds, and the turn did not end.
    ///
    /// Without the mean of the whole, sound that the library took noise out of is the one nearer to the model's own mean.
    package static let stream = SphinxSettings(grammar: [
        "-remove_noise": "yes", "-beam": "1e-60", "-wbeam": "1e-40", "-pbeam": "1e-60", "-remove_silence": "no",
        "-wip": "0.01", phoneLoop: "0",
    ])

    /// For grammars, at the end of the turn: with wider beams, since the right words may be among the unlikely ones for a while.
    ///
    /// Wider ones find no more, measured with kitchen noise at 6 to 21 dB.
    package static let quick = SphinxSettings(grammar: ["-beam": "1e-70", "-wbeam": "1e-55", "-pbeam": "1e-70"])

    /// For grammars, when the quick search leaves a doubt: scores are relative to all that the model knows, which tells
    /// better what is no command.
    package static let careful: SphinxSettings = {
        var settings = quick
        settings.options["-compallsen"] = "yes"
        settings.options[phoneLoop] = "0"
        return settings
    }()

    /// For general English.
    package static let language = SphinxSettings(options: ["-remove_silence": "no", "-remove_noise": "no"])

    /// By how many frames a loop of all phones goes ahead of the search. Grammars make no use of it, but their scores are relative to it, too:
    /// where they are relative to everything, or rate nothing, it only takes time.
    private static let phoneLoop = "-pl_window"

    private init(options: [String: String]) { self.options = options }

    /// Without silence the cepstral mean of a whole utterance is that of the speech.
    private init(grammar more: [String: String]) {
        options = [
            "-remove_silence": "yes", "-remove_noise": "no", "-lw": "3", "-bestpath": "no",
            // The grammars name every way to say a word: the library would look for each in the whole grammar.
            "-fsgusealtpron": "no",
        ]
        options.merge(more) { $1 }
    }
}
