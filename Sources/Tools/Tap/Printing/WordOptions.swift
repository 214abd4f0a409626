import ArgumentParser

/// The options that select messages by their content.
public struct WordOptions: ParsableArguments {
    /// The text that a body or summary contains, in capital or small letters; nil for any.
    @Option(
        help: ArgumentHelp(
            "Only messages that contain this text, in the body or the summary; case-insensitive.", valueName: "text"))
    public var match: String?

    /// A regular expression to find.
    @Option(
        help: ArgumentHelp(
            "Only messages whose body or summary matches this regular expression (ICU syntax); (?i) makes it case-insensitive.",
            valueName: "pattern"))
    public var regex: String?

    /// Creates options for the parser to fill in.
    public init() {}
}
