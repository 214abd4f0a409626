import ArgumentParser
import Foundation
import SaybusBenchmarks
import SaybusStage

/// The options of all benchmarks.
struct MeasureOptions: ParsableArguments {
    @Flag(help: "Print one JSON object instead of a table.")
    var json = false

    @Option(help: ArgumentHelp("Append the run to this file, as a line of JSON, for compare.", valueName: "file"))
    var save: String?

    @Flag(help: "Judge speed even on a loaded machine, or in a debug build.")
    var loaded = false

    /// Runs a benchmark, prints its figures, and judges them.
    ///
    /// The run's version, machine and load go to standard error. On a loaded machine, only goals that do not depend on
    /// speed are judged.
    /// - Parameter use: Called with the run after it is shown, before it is judged.
    /// - Throws: `ExitCode` 1 if a goal is missed, 74 if the run cannot be saved, 75 if speed cannot be judged, and 128
    ///   plus the signal's number after one that ends the benchmark.
    func measure(
        then use: (@Sendable (BenchmarkRun) throws -> Void)? = nil,
        _ benchmark: @escaping @Sendable () async throws -> [Figure]
    ) async throws {
        let progress = ProgressLine("saybus-bench")
        let command = Self.command(CommandLine.arguments)
        let run: BenchmarkRun
        do {
            run = try await ProgressLine.$current.withValue(progress) {
                try await progress.ticking {
                    try await InterruptibleRun.run {
                        try await BenchmarkRun.run(command, version: ProjectVersion.current, benchmark)
                    }
                }
            }
        } catch let interruption as InterruptibleRun.Interruption {
            tell("\(interruption)")
            throw ExitCode(interruption.exitCode)
        }
        let judgesSpeed = loaded || run.doubt == nil
        try show(run, judgesSpeed: judgesSpeed)
        try use?(run)
        if let save {
            do { try RunFile(save).append(run) } catch {
                tell("\(error)")
                throw ExitCode(74)
            }
        }
        if !run.missed(judgesSpeed: judgesSpeed).isEmpty { throw ExitCode(1) }
        if let doubt = run.doubt, !judgesSpeed, run.figures.contains(where: { $0.isSpeed && $0.goal != nil }) {
            tell("speed is not judged: \(doubt); run it again on a quiet machine, or with --loaded")
            throw ExitCode(75)
        }
    }

    private func show(_ run: BenchmarkRun, judgesSpeed: Bool) throws {
        tell(run.headline)
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(run.figures), as: UTF8.self))
        } else {
            for figure in run.figures { print(figure.line(judgesSpeed: judgesSpeed)) }
        }
    }

    private func tell(_ sentence: String) { StandardError.shared.write("saybus-bench: \(sentence)\n") }

    /// Returns the command with those arguments that determine what is measured.
    static func command(_ arguments: [String]) -> [String] {
        var command: [String] = []
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            switch argument {
            case "--json", "--loaded", "--fetch": continue
            case "--save", "--picture": _ = rest.popFirst()
            default:
                if !argument.hasPrefix("--save="), !argument.hasPrefix("--picture=") { command.append(argument) }
            }
        }
        return command
    }
}
