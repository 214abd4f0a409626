import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench skills` command.
struct SkillsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skills",
        abstract:
            "Measures the time from an intent to a skill's answer over the bus, in process and over HTTP, compared with direct calls."
    )

    @Option(help: "The number of turns for each of them.")
    var turns = 300

    @Flag(help: "Print one JSON object instead of a table.")
    var json = false

    func validate() throws {
        guard (10...100_000).contains(turns) else { throw ValidationError("--turns takes 10 to 100000.") }
    }

    func run() async throws {
        try await measure(json: json) { [turns] in try await SkillBenchmark(turns: turns).run() }
    }
}
