import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench metrics` command.
struct MetricsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Measures what metrics cost: latency and rate of the bus with and without, and a step of a turn.")

    @Option(help: "The number of messages of each measurement of the rate.")
    var messages = 50_000

    @Option(help: "The number of measurements of each kind, with and without metrics in turn.")
    var rounds = 8

    @OptionGroup var output: MeasureOptions

    func validate() throws {
        guard (1000...10_000_000).contains(messages) else {
            throw ValidationError("--messages takes 1000 to 10000000.")
        }
        guard (1...1000).contains(rounds) else { throw ValidationError("--rounds takes 1 to 1000.") }
    }

    func run() async throws {
        try await output.measure { [messages, rounds] in
            try await MetricsBenchmark(messages: messages, rounds: rounds).run()
        }
    }
}
