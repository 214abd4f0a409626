import ArgumentParser
import SaybusMessages

/// The options that select messages by their header.
public struct FilterOptions: ParsableArguments {
    /// Patterns of kinds, of which one must match.
    @Option(
        help: ArgumentHelp(
            "Only this kind, such as speech.transcript, or a prefix, such as 'speech.*'. Can be repeated.",
            valueName: "kind"))
    public var kind: [String] = []

    /// A turn's id, or its last digits.
    @Option(help: ArgumentHelp("Only this turn: its id, or the last digits of it, at least 4.", valueName: "turn"))
    public var turn: String?

    /// The publisher: a role, or `role/instance`.
    @Option(help: ArgumentHelp("Only messages of this role, or of this role/instance.", valueName: "source"))
    public var source: String?

    /// Creates options for the parser to fill in.
    public init() {}

    /// Returns the filter of these options combined with a session and conditions on text.
    func filter(session: Session?, match: String? = nil, regex: String? = nil) throws(TapError) -> TapFilter {
        try TapFilter(kinds: kind, session: session, turn: turn, source: source, match: match, regex: regex)
    }
}
