import ArgumentParser
import SaybusStage

/// The options of `saybus-tap top`.
public struct TopOptions: ParsableArguments {
    /// The interval of the figures.
    @OptionGroup public var refresh: RefreshOptions

    /// The options common to all live commands.
    @OptionGroup public var live: LiveOptions

    /// The options common to all programs on the bus.
    @OptionGroup public var common: BusOptions

    /// Creates options for the parser to fill in.
    public init() {}

    /// Shows the stages until the duration or a signal ends it.
    public func run() async throws {
        let view = TopView(
            bus: "\(try common.address())", isJSON: live.json,
            hasKeys: !refresh.once && Terminal.standardOutput.isTerminal)
        try await LiveProgram("top", view, options: live, bus: common, refreshPolicy: refresh.policy()).run()
    }
}
