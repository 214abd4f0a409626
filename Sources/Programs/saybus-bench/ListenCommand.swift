import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench listen` command.
struct ListenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Runs a listening stage on a long recording of speech and silence, as fast as possible.",
        discussion: """
            Each sentence must be one turn, whole and in its place, and memory must not grow.

            Example: saybus-bench listen --minutes 60
            """)

    @Option(help: "The duration of the sound, in minutes.")
    var minutes = 60

    @Option(help: "The seed of the lengths of the pauses.")
    var seed: UInt64 = 1

    @OptionGroup var output: MeasureOptions

    func validate() throws {
        guard (1...600).contains(minutes) else { throw ValidationError("--minutes takes 1 to 600.") }
    }

    func run() async throws {
        try await output.measure { [minutes, seed] in try await ListenBenchmark(minutes: minutes, seed: seed).run()
        }
    }
}
