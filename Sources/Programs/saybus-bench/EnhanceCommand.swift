import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench enhance` command.
struct EnhanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enhance",
        abstract: "Measures the cost of noise suppression for a turn, compared with the denoiser of libspeexdsp.")

    @Option(help: "The number of repetitions.")
    var repeats = 20

    @OptionGroup var output: MeasureOptions

    func validate() throws {
        guard (1...10_000).contains(repeats) else { throw ValidationError("--repeats takes 1 to 10000.") }
    }

    func run() async throws {
        try await output.measure { [repeats] in EnhanceBenchmark(repeats: repeats).run() }
    }
}
