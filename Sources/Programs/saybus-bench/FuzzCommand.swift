import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench fuzz` command.
struct FuzzCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz", abstract: "Feeds random bytes and mutated messages to the decoder (fuzzing).",
        discussion: "Example: saybus-bench fuzz --inputs 1000000 --seed 7")

    @Option(help: "The number of inputs.")
    var inputs = 1_000_000

    @Option(help: "The seed of the inputs.")
    var seed: UInt64 = 1

    @Flag(help: "Print one JSON object instead of a table.")
    var json = false

    func validate() throws {
        guard (1...1_000_000_000).contains(inputs) else { throw ValidationError("--inputs takes 1 to 1000000000.") }
    }

    func run() async throws {
        let result = FuzzCampaign(seed: seed).run(inputs)
        for violation in result.violations.prefix(20) { print(violation) }
        try report(result.figures, json: json)
    }
}
