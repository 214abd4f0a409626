import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench console` command.
struct ConsoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console",
        abstract: "Measures the console with many pages that watch 200 turns a second, beside the bus without it.",
        discussion: "Example: saybus-bench console --pages 1 10 100")

    @Option(parsing: .upToNextOption, help: "The numbers of pages, one run for each.")
    var pages = [1, 10, 100]

    @Option(help: "The duration of each run, in seconds.")
    var seconds = 10

    @OptionGroup var output: MeasureOptions

    func validate() throws {
        guard !pages.isEmpty, pages.allSatisfy((1...200).contains) else {
            throw ValidationError("--pages takes numbers from 1 to 200.")
        }
        guard (1...3600).contains(seconds) else { throw ValidationError("--seconds takes 1 to 3600.") }
    }

    func run() async throws {
        try await output.measure { [pages, seconds] in
            try await ConsoleBenchmark(pages: pages, seconds: seconds).run()
        }
    }
}
