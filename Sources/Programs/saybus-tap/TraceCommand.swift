import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap trace` command.
struct TraceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Shows how long each step of a turn took, from the end of speech to the first sound.",
        discussion: """
            Prints a line for each message, with the time that its stage took (full blocks) and the time to the broker (pale blocks). Marked lines \
            are the critical path to the first sound, or to the end of a turn without sound. The longest step of it is named.

            Example: saybus-tap trace --max-ms 300 --chrome turns.json

            Exit codes: 1 a turn was over the budget, or the turn asked for was not seen; 64 bad usage; 69 no broker, 74 a file that cannot be written.
            """)

    @OptionGroup var options: TraceOptions

    func run() async throws { try await reportingFailure("saybus-tap") { try await options.run() } }
}
