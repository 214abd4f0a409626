import ArgumentParser

/// The options that choose messages by what is in them.
public struct WordOptions: ParsableArguments {
    /// Words to find.
    @Option(
        help: ArgumentHelp("Text that the message or its summary contains; case does not matter.", valueName: "text"))
    public var match: String?

    /// A pattern to find.
    @Option(
        help: ArgumentHelp(
            "A regular expression that the message or its summary matches, as ICU has them; (?i) makes case not matter.",
            valueName: "pattern"))
    public var regex: String?

    /// The parser makes them.
    public init() {}
}
