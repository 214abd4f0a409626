import ArgumentParser
import SaybusStage

/// The options of `saybus-tap trace`.
public struct TraceOptions: ParsableArguments {
    /// Which turn.
    @Argument(
        help: ArgumentHelp(
            "One turn, shown when it ends: its id, at least 4 digits of its end, or \"last\" for the first that ends from now on. Default: all.",
            valueName: "turn"))
    public var turn: String?

    /// Where the events go.
    @Option(help: ArgumentHelp("Also write a trace that Perfetto and chrome://tracing open.", valueName: "file"))
    public var chrome: String?

    /// The budget.
    @Option(
        help: ArgumentHelp(
            "The milliseconds that a turn may take; a turn over this budget is marked, and the exit code is 1.",
            valueName: "number"))
    public var maxMs: Int?

    /// What all live commands have.
    @OptionGroup public var live: LiveOptions

    /// The parser makes them.
    public init() {}

    /// Checks what the parser cannot.
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

    /// Follows the turns until told to end.
    public func run() async throws {
        let view = TraceView(
            try choice(), session: live.common.chosenSession, budget: maxMs.map { $0 * 1000 }, isJSON: live.json,
            writesEvents: chrome != nil)
        let events = try chrome.map { (path) throws(StageFailure) in try EventFile(path) }
        try await LiveProgram(
            "trace", view, options: live, refreshPolicy: .every(.seconds(1), isFullScreen: false), events: events
        ).run()
    }
}
