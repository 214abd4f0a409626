import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench skills` command.
struct SkillsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skills",
        abstract:
            "Measures the time from an intent to a skill's answer over the bus, in process and over HTTP, compared with direct calls, and with many open sessions."
    )

    @Option(help: "The number of turns for each of them.")
    var turns = 300

    @Option(help: "The number of open sessions of twenty skills in the second part; 0 leaves it out.")
    var sessions = 1000

    @OptionGroup var output: MeasureOptions

    func validate() throws {
        guard (10...100_000).contains(turns) else { throw ValidationError("--turns takes 10 to 100000.") }
        guard sessions == 0 || (20...10_000).contains(sessions) else {
            throw ValidationError("--sessions takes 20 to 10000, or 0.")
        }
    }

    func run() async throws {
        try await output.measure { [turns, sessions] in
            try await SkillBenchmark(turns: turns, sessions: sessions).run()
        }
    }
}
