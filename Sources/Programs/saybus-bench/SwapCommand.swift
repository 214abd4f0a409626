import ArgumentParser
import SaybusBenchmarks

/// The `saybus-bench swap` command.
struct SwapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "swap",
        abstract: "Replaces stages repeatedly during turns, and checks that no turn is lost or repeated.",
        discussion: """
            Examples: saybus-bench swap --swaps 100 intent dispatch transcribe
                      saybus-bench swap --swaps 10 --borrow intent transcribe
            """)

    @Argument(help: "The stages to replace: intent, dispatch, transcribe; default: all three, one after the other.")
    var parts: [SwapBenchmark.Part] = SwapBenchmark.Part.allCases

    @Option(help: "The number of replacements.")
    var swaps = 100

    @Option(help: "The number of text turns a second.")
    var rate = 100

    @Flag(help: "Let saybus swap put another program in the place of intent or transcribe, and give it back each time.")
    var borrow = false

    @OptionGroup var output: MeasureOptions

    func validate() throws {
        guard (1...100_000).contains(swaps) else { throw ValidationError("--swaps takes 1 to 100000.") }
        guard !borrow || parts.allSatisfy(SwapBenchmark.borrowed.contains) else {
            throw ValidationError("--borrow takes intent and transcribe.")
        }
        guard (1...5000).contains(rate) else { throw ValidationError("--rate takes 1 to 5000.") }
    }

    func run() async throws {
        try await output.measure { [parts, swaps, rate, borrow] in
            var figures: [Figure] = []
            for part in parts {
                figures += try await SwapBenchmark(part, swaps: swaps, rate: rate, isBorrowed: borrow).run()
            }
            return figures
        }
    }
}

extension SwapBenchmark.Part: ExpressibleByArgument {}
