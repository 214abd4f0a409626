import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench intent` command.
struct IntentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "intent",
        abstract: "Measures the speed of training and recognizing intents, and the size of a model.")

    @Option(help: "The number of utterances to recognize.")
    var utterances = 20_000

    @OptionGroup var output: MeasureOptions

    func validate() throws {
        guard (100...10_000_000).contains(utterances) else {
            throw ValidationError("--utterances takes 100 to 10000000.")
        }
    }

    func run() async throws {
        try await output.measure { [utterances] in try await IntentBenchmark(utterances: utterances).run() }
    }
}
