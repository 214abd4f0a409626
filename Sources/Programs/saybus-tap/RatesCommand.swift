import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap hz` command.
struct RatesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hz",
        abstract: "Measures messages and bytes a second, by kind and source, and how regularly they come.",
        discussion: """
            Times are those at which the broker passed the messages on; jitter is their standard deviation.

            Example: saybus-tap hz 'audio.*' --window 5

            On a terminal the table follows; q or Ctrl-C ends it. Exit codes: 64 bad usage, 69 no broker.
            """)

    @OptionGroup var options: RatesOptions

    func run() async throws { try await reportingFailure("saybus-tap") { try await options.run() } }
}
