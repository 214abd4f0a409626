import ArgumentParser
import Foundation
import SaybusBenchmarks
import SaybusStage

/// The `saybus-bench transcribe` command.
struct TranscribeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcribe",
        abstract: "Measures the speed of speech recognition, compared with the program pocketsphinx_batch.")

    @Option(help: "The number of repetitions of each sentence.")
    var repeats = 3

    @OptionGroup var output: MeasureOptions

    func validate() throws {
        guard (1...1000).contains(repeats) else { throw ValidationError("--repeats takes 1 to 1000.") }
    }

    func run() async throws {
        try await output.measure { [repeats] in
            try await TranscribeBenchmark(repeats: repeats).run { StandardError.shared.write("\($0)\n") }
        }
    }
}
