import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap latency` command.
struct LatencyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latency",
        abstract: "Measures how long messages are on their way, and how long stages take to answer.",
        discussion: """
            From publishing to the broker, from the broker to this tap, and from each message to those that name it as their cause. \
            Percentiles are precise to 3 %.

            Example: saybus-tap latency --duration 60 --json

            On a terminal the table follows; q or Ctrl-C ends it. Exit codes: 64 bad usage, 69 no broker.
            """)

    @OptionGroup var options: LatencyOptions

    func run() async throws { try await reportingFailure("saybus-tap") { try await options.run() } }
}
