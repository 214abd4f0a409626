import ArgumentParser
import SaybusStage

/// The options of `saybus-tap graph`.
public struct GraphOptions: ParsableArguments {
    /// Whether to print the DOT language of Graphviz.
    @Flag(help: "Print Graphviz DOT, for dot -Tsvg.")
    public var graphviz = false

    /// Whether to include kinds about the stages themselves.
    @Flag(help: "Include stage.status, receipt and barrier.")
    public var all = false

    /// The options common to all live commands. With a duration, messages observed in that time count, too.
    @OptionGroup public var live: LiveOptions

    /// The options common to all programs on the bus.
    @OptionGroup public var common: BusOptions

    /// Creates options for the parser to fill in.
    public init() {}

    /// Checks the combinations of options, which the argument parser does not check.
    public func validate() throws {
        guard !(graphviz && live.json) else { throw ValidationError("Either --graphviz or --json, not both.") }
    }

    /// Prints the graph.
    public func run() async throws {
        let view = GraphView(
            format: graphviz ? .graphviz : live.json ? .json : .table, isWatching: live.duration != nil, showsAll: all)
        try await LiveProgram("graph", view, options: live, bus: common).run()
    }
}
