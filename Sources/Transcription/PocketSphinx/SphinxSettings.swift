/// How wide a decoder searches; names and meanings are those of pocketsphinx's options.
struct SphinxSettings: Sendable {
    var options: [String: String]

    /// For grammars: wide beams, since the searches are small.
    static let grammar = SphinxSettings(options: [
        "-beam": "1e-100", "-wbeam": "1e-80", "-pbeam": "1e-100", "-lw": "3", "-compallsen": "yes", "-bestpath": "no",
        "-remove_silence": "no", "-cmn": "batch",
    ])
    /// For grammars while the turn goes on: cheap.
    static let stream = SphinxSettings(options: [
        "-lw": "3", "-bestpath": "no", "-remove_silence": "no", "-cmn": "batch",
    ])
    /// For general English: narrower beams, since the search is large.
    static let language = SphinxSettings(options: ["-remove_silence": "no", "-cmn": "batch"])
}
