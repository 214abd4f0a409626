import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap hz` command.
struct RatesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hz",
        abstract: "Measures messages and bytes a second and their jitter, by kind and source.",
        discussion: """
            Times are those at which the broker forwarded the messages. Jitter is the standard deviation of the intervals.

            Example: saybus-tap hz 'audio.*' --window 5

            On a terminal the table is updated continuously; q or Ctrl-C ends it. Exit codes: 64 bad usage, 69 no broker.
            """)

    @OptionGroup var options: RatesOptions

    func run() async throws { try await reportingFailure("saybus-tap") { try await options.run() } }
}
