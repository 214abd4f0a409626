import ArgumentParser
import SaybusStage

/// The options of `saybus-tap gaps`.
public struct GapsOptions: ParsableArguments {
    /// Patterns of kinds, of which one must match.
    @Argument(
        help: ArgumentHelp(
            "A kind, such as speech.intent, or a prefix, such as 'speech.*'; default: all.",
            valueName: "kind"))
    public var kinds: [String] = []

    /// The publisher: a role, or `role/instance`.
    @Option(help: ArgumentHelp("Only messages of this role, or of this role/instance.", valueName: "source"))
    public var source: String?

    /// The options common to all live commands.
    @OptionGroup public var live: LiveOptions

    /// The options common to all programs on the bus.
    @OptionGroup public var common: BusOptions

    /// Creates options for the parser to fill in.
    public init() {}

    /// Checks the values of options, which the argument parser does not check.
    public func validate() throws {
        do { _ = try filter() } catch { throw ValidationError("\(error)") }
    }

    private func filter() throws(TapError) -> TapFilter {
        try TapFilter(kinds: kinds, session: common.chosenSession, source: source)
    }

    /// Watches for gaps until the duration or a signal ends it.
    public func run() async throws {
        let view = GapsView(filter: try filter(), isJSON: live.json)
        try await LiveProgram("gaps", view, options: live, bus: common).run()
    }
}
