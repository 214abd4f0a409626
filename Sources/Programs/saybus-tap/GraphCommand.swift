import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap graph` command.
struct GraphCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph", abstract: "Shows who publishes and who subscribes to what.",
        discussion: """
            From what the stages say of themselves, at once; with --duration also from what passes in that time, which shows programs that \
            publish no status.

            Example: saybus-tap graph --graphviz | dot -Tsvg > bus.svg

            Exit codes: 64 bad usage, 69 no broker.
            """)

    @OptionGroup var options: GraphOptions

    func run() async throws { try await reportingFailure("saybus-tap") { try await options.run() } }
}
