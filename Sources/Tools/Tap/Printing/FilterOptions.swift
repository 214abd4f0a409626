import ArgumentParser
import SaybusMessages

/// The options that choose messages by their header.
public struct FilterOptions: ParsableArguments {
    /// Patterns of kinds.
    @Option(
        help: ArgumentHelp(
            "Only this kind, such as speech.transcript, or a beginning, such as 'speech.*'. Can be repeated.",
            valueName: "kind"))
    public var kind: [String] = []

    /// The turn.
    @Option(help: ArgumentHelp("Only this turn: its id, or at least 4 digits of its end.", valueName: "turn"))
    public var turn: String?

    /// Whose messages.
    @Option(help: ArgumentHelp("Only messages of this role, or of this role/instance.", valueName: "source"))
    public var source: String?

    /// The parser makes them.
    public init() {}

    /// The filter of these, and of a session and words.
    func filter(session: Session?, match: String? = nil, regex: String? = nil) throws(TapError) -> TapFilter {
        try TapFilter(kinds: kind, session: session, turn: turn, source: source, match: match, regex: regex)
    }
}
