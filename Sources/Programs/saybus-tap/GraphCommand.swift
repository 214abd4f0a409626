import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap graph` command.
struct GraphCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph", abstract: "Shows which sources publish and subscribe to which kinds.",
        discussion: """
            Uses the statuses of the stages, which are available at once. With --duration it also uses the messages in that time, which shows \
            programs without a status.

            Example: saybus-tap graph --graphviz | dot -Tsvg > bus.svg

            Exit codes: 64 bad usage, 69 no broker.
            """)

    @OptionGroup var options: GraphOptions

    func run() async throws { try await reportingFailure("saybus-tap") { try await options.run() } }
}
