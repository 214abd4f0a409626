import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap trace` command.
struct TraceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Shows where the time of each turn went, from the end of speech to the first sound.",
        discussion: """
            A line for each message, with the time of the stage that made it (full blocks) and of its way to the broker (pale blocks). Marked \
            lines are the critical path: what the first sound, or the end of a turn without one, waited for. What takes most of it is named.

            Example: saybus-tap trace --max-ms 300 --chrome turns.json

            Exit codes: 1 a turn was over the budget, or the one asked for did not pass; 64 bad usage; 69 no broker, 74 a file that cannot be written.
            """)

    @OptionGroup var options: TraceOptions

    func run() async throws { try await reportingFailure("saybus-tap") { try await options.run() } }
}
