import ArgumentParser
import SaybusBenchmarks
import SaybusStage

/// The `saybus-bench compare` command.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compares the runs of two files.",
        discussion: """
            The files are those of --save. The median of a command's runs counts. Figures whose ranges overlap have no mark; others are \
            better (✓), worse (✗) or different (≠). Exits with 1 if a figure is worse by more than --worse percent.

            Example: saybus-bench compare before.jsonl after.jsonl --worse 5
            """)

    @Argument(help: "The file with the runs to compare with.")
    var before: String

    @Argument(help: "The file with the other runs.")
    var after: String

    @Option(help: ArgumentHelp("The greatest loss that is accepted, in percent.", valueName: "percent"))
    var worse: Double?

    func validate() throws {
        if let worse, !(0...1000).contains(worse) { throw ValidationError("--worse takes 0 to 1000 percent.") }
    }

    func run() throws {
        let (first, second): ([BenchmarkRun], [BenchmarkRun])
        do { (first, second) = (try RunFile(before).runs(), try RunFile(after).runs()) } catch {
            StandardError.shared.write("saybus-bench: \(error)\n")
            throw ExitCode(66)
        }
        let comparison = RunComparison(first, second)
        for (name, runs) in [("A", first), ("B", second)] {
            guard let last = runs.last else { continue }
            print("\(name): \(last.headline)")
            for run in runs {
                if let doubt = run.doubt { print("   doubtful: \(run.command.joined(separator: " ")): \(doubt)") }
            }
        }
        var command: String?
        for row in comparison.rows {
            if row.command != command { print("\(row.command)") }
            command = row.command
            print(row.line)
        }
        if !comparison.unmatched.isEmpty { print("only in one: " + comparison.unmatched.joined(separator: ", ")) }
        if comparison.rows.isEmpty {
            StandardError.shared.write("saybus-bench: the two files have no figure in common\n")
            throw ExitCode(65)
        }
        if let worse, !comparison.losses(beyond: worse / 100).isEmpty { throw ExitCode(1) }
    }
}
