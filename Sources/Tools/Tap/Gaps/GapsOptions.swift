import ArgumentParser
import SaybusStage

/// The options of `saybus-tap gaps`.
public struct GapsOptions: ParsableArguments {
    /// Patterns of kinds.
    @Argument(
        help: ArgumentHelp(
            "A kind to look at, such as speech.intent, or a beginning, such as 'speech.*'; all by default.",
            valueName: "kind"))
    public var kinds: [String] = []

    /// Whose messages.
    @Option(help: ArgumentHelp("Whose messages to look at: a role, or role/instance.", valueName: "source"))
    public var source: String?

    /// What all live commands have.
    @OptionGroup public var live: LiveOptions

    /// The parser makes them.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        do { _ = try filter() } catch { throw ValidationError("\(error)") }
    }

    private func filter() throws(TapError) -> TapFilter {
        try TapFilter(kinds: kinds, session: live.common.chosenSession, source: source)
    }

    /// Looks until told to end.
    public func run() async throws {
        let view = GapsView(filter: try filter(), isJSON: live.json)
        try await LiveProgram("gaps", view, options: live).run()
    }
}
