import ArgumentParser
import SaybusStage

/// The options of `saybus-tap latency`.
public struct LatencyOptions: ParsableArguments {
    /// When the figures are shown.
    @OptionGroup public var refresh: RefreshOptions

    /// What all live commands have.
    @OptionGroup public var live: LiveOptions

    /// The parser makes them.
    public init() {}

    /// Measures until told to end.
    public func run() async throws {
        let view = LatencyView(session: live.common.chosenSession, isJSON: live.json)
        try await LiveProgram("latency", view, options: live, refreshPolicy: refresh.policy()).run()
    }
}
