import ArgumentParser
import SaybusStage

/// The options of `saybus-tap hz`.
public struct RatesOptions: ParsableArguments {
    /// Patterns of kinds.
    @Argument(
        help: ArgumentHelp(
            "A kind to measure, such as audio.input, or a beginning, such as 'speech.*'; all by default.",
            valueName: "kind"))
    public var kinds: [String] = []

    /// Over how long.
    @Option(help: ArgumentHelp("Over how many of the last seconds.", valueName: "seconds"))
    public var window: Int = 10

    /// When the figures are shown.
    @OptionGroup public var refresh: RefreshOptions

    /// What all live commands have.
    @OptionGroup public var live: LiveOptions

    /// The parser makes them.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        guard (1...600).contains(window) else {
            throw ValidationError("--window takes 1 to 600 seconds, not \(window).")
        }
        do { _ = try filter() } catch { throw ValidationError("\(error)") }
    }

    private func filter() throws(TapError) -> TapFilter {
        try TapFilter(kinds: kinds, session: live.common.chosenSession)
    }

    /// Measures until told to end.
    public func run() async throws {
        let view = RatesView(filter: try filter(), window: window, isJSON: live.json)
        try await LiveProgram("hz", view, options: live, refreshPolicy: refresh.policy()).run()
    }
}
