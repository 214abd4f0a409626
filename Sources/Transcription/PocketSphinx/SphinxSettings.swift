/// How a decoder searches; names and meanings are those of pocketsphinx's options.
struct SphinxSettings: Sendable {
    var options: [String: String]

    /// For grammars, while the turn goes on and at its end: fast.
    ///
    /// - Parameter isNoisy: Whether to take noise out of the sound first, which does clear speech more harm than good.
    static func quick(isNoisy: Bool) -> SphinxSettings {
        SphinxSettings(
            isNoisy, ["-beam": "1e-60", "-wbeam": "1e-40", "-pbeam": "1e-60", "-lw": "3", "-bestpath": "no"])
    }

    /// For grammars, when the fast search leaves a doubt: scores are relative to all that the model knows, which tells
    /// better what is no command.
    static func careful(isNoisy: Bool) -> SphinxSettings {
        SphinxSettings(
            isNoisy,
            [
                "-beam": "1e-100", "-wbeam": "1e-80", "-pbeam": "1e-100", "-lw": "3", "-bestpath": "no",
                "-compallsen": "yes",
            ])
    }

    /// For general English.
    static let language = SphinxSettings(false, [:])

    /// Silence stays in, so that frames are times; `batch` takes the cepstral mean of the whole when it is there at once.
    private init(_ isNoisy: Bool, _ more: [String: String]) {
        options = ["-remove_silence": "no", "-remove_noise": isNoisy ? "yes" : "no", "-cmn": "batch"]
        options.merge(more) { $1 }
    }
}
