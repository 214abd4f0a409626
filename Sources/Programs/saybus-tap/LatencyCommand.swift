import ArgumentParser
import SaybusStage
import SaybusTap

/// The `saybus-tap latency` command.
struct LatencyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latency",
        abstract: "Measures the latency of messages and of the stages' answers.",
        discussion: """
            Measures from publisher to broker, from broker to this tap, and from each message to those that name it as their cause. \
            Percentiles are accurate to 3 %.

            Example: saybus-tap latency --duration 60 --json

            On a terminal the table is updated continuously; q or Ctrl-C ends it. Exit codes: 64 bad usage, 69 no broker.
            """)

    @OptionGroup var options: LatencyOptions

    func run() async throws { try await reportingFailure("saybus-tap") { try await options.run() } }
}
