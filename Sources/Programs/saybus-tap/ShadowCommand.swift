import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap shadow` command.
struct ShadowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shadow", abstract: "Compares stages started with --shadow with the active ones.",
        discussion: """
            Prints a line for each utterance that both have answered: = when the results are equal, ≠ when not; both results with confidence \
            and duration. At the end, prints how often they agreed.

            Example: saybus-tap shadow --differences

            Ends on SIGTERM, SIGINT or a closed output with exit code 0. Exit codes: 64 bad usage, 69 no broker, 74 the output cannot be written.
            """)

    @Flag(help: "Print only the utterances with different results.")
    var differences = false

    @Flag(help: "Print JSON, one object a line: pair, and at the end summary.")
    var json = false

    @Option(help: ArgumentHelp("Exit after this many utterances.", valueName: "number"))
    var count: Int?

    @OptionGroup var options: BusOptions

    func validate() throws {
        guard count ?? 1 >= 1 else { throw ValidationError("--count takes a number from 1 on, not \(count ?? 0).") }
    }

    func run() async throws {
        try await reportingFailure("saybus-tap") {
            try await ShadowProgram(json: json, count: count ?? .max, onlyDifferences: differences).run(options)
        }
    }
}
