import ArgumentParser
import SaybusStage

/// The options of `saybus-tap graph`.
public struct GraphOptions: ParsableArguments {
    /// Whether Graphviz reads.
    @Flag(help: "The language of Graphviz, for dot -Tsvg.")
    public var graphviz = false

    /// Whether all kinds are wanted.
    @Flag(help: "Also stage.status, receipt and barrier.")
    public var all = false

    /// What all live commands have; with a duration, what passes in it counts too.
    @OptionGroup public var live: LiveOptions

    /// The parser makes them.
    public init() {}

    /// Checks what the parser cannot.
    public func validate() throws {
        guard !(graphviz && live.json) else { throw ValidationError("Either --graphviz or --json, not both.") }
    }

    /// Shows the graph.
    public func run() async throws {
        let view = GraphView(
            format: graphviz ? .graphviz : live.json ? .json : .table, isWatching: live.duration != nil, showsAll: all)
        try await LiveProgram("graph", view, options: live).run()
    }
}
