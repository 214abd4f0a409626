import ArgumentParser
import SaybusStage

/// The options of `saybus-tap hz`.
public struct RatesOptions: ParsableArguments {
    /// Patterns of kinds, of which one must match.
    @Argument(
        help: ArgumentHelp(
            "A kind to measure, such as audio.input, or a prefix, such as 'speech.*'; default: all.",
            valueName: "kind"))
    public var kinds: [String] = []

    /// The length of the window in seconds.
    @Option(help: ArgumentHelp("The length of the measuring window, in seconds.", valueName: "seconds"))
    public var window: Int = 10

    /// The interval of the figures.
    @OptionGroup public var refresh: RefreshOptions

    /// The options common to all live commands.
    @OptionGroup public var live: LiveOptions

    /// The options common to all programs on the bus.
    @OptionGroup public var common: BusOptions

    /// Creates options for the parser to fill in.
    public init() {}

    /// Checks the ranges of options, which the argument parser does not check.
    public func validate() throws {
        guard (1...600).contains(window) else {
            throw ValidationError("--window takes 1 to 600 seconds, not \(window).")
        }
        do { _ = try filter() } catch { throw ValidationError("\(error)") }
    }

    private func filter() throws(TapError) -> TapFilter {
        try TapFilter(kinds: kinds, session: common.chosenSession)
    }

    /// Measures until the duration or a signal ends it.
    public func run() async throws {
        let view = RatesView(filter: try filter(), window: window, isJSON: live.json)
        try await LiveProgram("hz", view, options: live, bus: common, refreshPolicy: refresh.policy()).run()
    }
}
