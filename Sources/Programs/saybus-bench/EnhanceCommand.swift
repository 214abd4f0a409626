import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench enhance` command.
struct EnhanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enhance",
        abstract: "What taking noise out of a turn costs, beside libspeexdsp's denoiser in the same run.")

    @Option(help: "How often to work on the turn.")
    var repeats = 20

    @Flag(help: "Print one JSON object instead of a table.")
    var json = false

    func validate() throws {
        guard (1...10_000).contains(repeats) else { throw ValidationError("--repeats takes 1 to 10000.") }
    }

    func run() throws { try report(EnhanceBenchmark(repeats: repeats).run(), json: json) }
}
