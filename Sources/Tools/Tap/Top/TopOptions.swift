import ArgumentParser
import SaybusStage

/// The options of `saybus-tap top`.
public struct TopOptions: ParsableArguments {
    /// The interval of the figures.
    @OptionGroup public var refresh: RefreshOptions

    /// The options common to all live commands.
    @OptionGroup public var live: LiveOptions

    /// Creates options for the parser to fill in.
    public init() {}

    /// Shows the stages until the duration or a signal ends it.
    public func run() async throws {
        let view = TopView(
            bus: "\(try live.common.address())", isJSON: live.json,
            hasKeys: !refresh.once && Terminal.standardOutput.isTerminal)
        try await LiveProgram("top", view, options: live, refreshPolicy: refresh.policy()).run()
    }
}
