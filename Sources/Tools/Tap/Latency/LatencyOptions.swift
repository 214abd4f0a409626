import ArgumentParser
import SaybusStage

/// The options of `saybus-tap latency`.
public struct LatencyOptions: ParsableArguments {
    /// The interval of the figures.
    @OptionGroup public var refresh: RefreshOptions

    /// The options common to all live commands.
    @OptionGroup public var live: LiveOptions

    /// The options common to all programs on the bus.
    @OptionGroup public var common: BusOptions

    /// Creates options for the parser to fill in.
    public init() {}

    /// Measures until the duration or a signal ends it.
    public func run() async throws {
        let view = LatencyView(session: common.chosenSession, isJSON: live.json)
        try await LiveProgram("latency", view, options: live, bus: common, refreshPolicy: refresh.policy()).run()
    }
}
