import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench skills` command.
struct SkillsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skills",
        abstract: "From an intent to a skill's answer over the bus, in process and over HTTP, beside the raw paths.")

    @Option(help: "How many turns to time in each way.")
    var turns = 300

    @Flag(help: "Print one JSON object instead of a table.")
    var json = false

    func validate() throws {
        guard (10...100_000).contains(turns) else { throw ValidationError("--turns takes 10 to 100000.") }
    }

    func run() async throws { try report(await SkillBenchmark(turns: turns).run(), json: json) }
}
