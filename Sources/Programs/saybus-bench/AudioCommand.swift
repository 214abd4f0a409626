import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench audio` command.
struct AudioCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audio",
        abstract:
            "Measures time to first sound, speed of synthesis and memory of queued sequences, compared with the program espeak-ng; then the installed engines and voices, and how many of their words Whisper mishears."
    )

    @Option(help: "The number of sequences.")
    var prompts = 200

    @OptionGroup var output: MeasureOptions

    func validate() throws {
        guard (10...100_000).contains(prompts) else { throw ValidationError("--prompts takes 10 to 100000.") }
    }

    func run() async throws {
        try await output.measure { [prompts] in try await AudioBenchmark(prompts: prompts).run() }
    }
}
