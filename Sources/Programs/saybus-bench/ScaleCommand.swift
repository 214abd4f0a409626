import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench scale` command.
struct ScaleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scale",
        abstract: "Measures many sessions on one broker, with replicas of the intent stage and the dispatcher.",
        discussion: "Example: saybus-bench scale --sessions 1 1000 --replicas 1 2")

    @Option(parsing: .upToNextOption, help: "The numbers of sessions, one run for each.")
    var sessions = [1, 10, 100, 1000]

    @Option(parsing: .upToNextOption, help: "The numbers of replicas of each stage, one run for each.")
    var replicas = [1, 2, 4]

    @Option(help: "The duration of each run, in seconds.")
    var seconds = 5

    @OptionGroup var output: MeasureOptions

    func validate() throws {
        guard !sessions.isEmpty, sessions.allSatisfy((1...100_000).contains) else {
            throw ValidationError("--sessions takes numbers from 1 to 100000.")
        }
        guard !replicas.isEmpty, replicas.allSatisfy((1...64).contains) else {
            throw ValidationError("--replicas takes numbers from 1 to 64.")
        }
        guard (1...3600).contains(seconds) else { throw ValidationError("--seconds takes 1 to 3600.") }
    }

    func run() async throws {
        try await output.measure { [sessions, replicas, seconds] in
            try await ScaleBenchmark(sessions: sessions, replicas: replicas, seconds: seconds).run()
        }
    }
}
