import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench intent` command.
struct IntentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "intent", abstract: "How fast intents are learnt and recognized, and what a model weighs.")

    @Option(help: "How many utterances to recognize for a rate.")
    var utterances = 20_000

    @Flag(help: "Print one JSON object instead of a table.")
    var json = false

    func validate() throws {
        guard (100...10_000_000).contains(utterances) else {
            throw ValidationError("--utterances takes 100 to 10000000.")
        }
    }

    func run() async throws { try report(await IntentBenchmark(utterances: utterances).run(), json: json) }
}
