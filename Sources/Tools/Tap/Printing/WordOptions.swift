import ArgumentParser

/// The options that select messages by their content.
public struct WordOptions: ParsableArguments {
    /// Text to find.
    @Option(
        help: ArgumentHelp("Text that the message or its summary contains; case does not matter.", valueName: "text"))
    public var match: String?

    /// A regular expression to find.
    @Option(
        help: ArgumentHelp(
            "A regular expression that the message or its summary matches, as ICU has them; (?i) makes case not matter.",
            valueName: "pattern"))
    public var regex: String?

    /// Creates options for the parser to fill in.
    public init() {}
}
