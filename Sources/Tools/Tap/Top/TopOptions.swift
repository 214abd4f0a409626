import ArgumentParser
import SaybusStage

/// The options of `saybus-tap top`.
public struct TopOptions: ParsableArguments {
    /// When the figures are shown.
    @OptionGroup public var refresh: RefreshOptions

    /// What all live commands have.
    @OptionGroup public var live: LiveOptions

    /// The parser makes them.
    public init() {}

    /// Follows the stages until told to end.
    public func run() async throws {
        let view = TopView(
            bus: "\(try live.common.address())", isJSON: live.json,
            hasKeys: !refresh.once && Terminal.standardOutput.isTerminal)
        try await LiveProgram("top", view, options: live, refreshPolicy: refresh.policy()).run()
    }
}
