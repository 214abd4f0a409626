import ArgumentParser
import SaybusStage

/// The options of `saybus-tap trace`.
public struct TraceOptions: ParsableArguments {
    /// The turn's id or last digits, or `last`.
    @Argument(
        help: ArgumentHelp(
            "Only this turn, printed when it ends: its id, the last digits of it (at least 4), or \"last\" for the first that ends from now on. Default: all.",
            valueName: "turn"))
    public var turn: String?

    /// The file for the Trace Event Format.
    @Option(help: ArgumentHelp("Also write a trace that Perfetto and chrome://tracing open.", valueName: "file"))
    public var chrome: String?

    /// The milliseconds that a turn may take; nil sets no limit.
    @Option(
        help: ArgumentHelp(
            "The time budget of a turn, in milliseconds. A turn over the budget is marked, and the exit code is 1.",
            valueName: "number"))
    public var maxMs: Int?

    /// The options common to all live commands.
    @OptionGroup public var live: LiveOptions

    /// The options common to all programs on the bus.
    @OptionGroup public var common: BusOptions

    /// Creates options for the parser to fill in.
    public init() {}

    /// Checks the values of options, which the argument parser does not check.
    public func validate() throws {
        guard (1...86_400_000).contains(maxMs ?? 1) else {
            throw ValidationError("--max-ms takes 1 to 86400000, not \(maxMs ?? 0).")
        }
        do { _ = try choice() } catch { throw ValidationError("\(error)") }
    }

    private func choice() throws(TapError) -> TraceView.Choice {
        guard let turn else { return .every }
        return turn == "last" ? .next : .one(try TapFilter(turn: turn))
    }

    /// Traces turns until the selected turn, the duration or a signal ends it.
    public func run() async throws {
        let view = TraceView(
            try choice(), session: common.chosenSession, budget: maxMs.map { $0 * 1000 }, isJSON: live.json,
            writesEvents: chrome != nil)
        let events = try chrome.map { (path) throws(StageFailure) in try EventFile(path) }
        try await LiveProgram(
            "trace", view, options: live, bus: common, refreshPolicy: .every(.seconds(1), isFullScreen: false),
            events: events
        ).run()
    }
}
