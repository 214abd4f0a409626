import ArgumentParser
import Foundation
import SaybusEvaluation
import SaybusListening
import SaybusMessages
import SaybusStage
import SaybusTerminal

/// The `saybus wake` command.
struct WakeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wake", abstract: "Makes a wake word of your own.", subcommands: [TrainCommand.self])

    struct TrainCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "train",
            abstract: "Learns a wake word from a few recordings, and reports how well it works.",
            discussion: """
                Any phrase in any language; at least three recordings, better five or more by several people. Say it in the room and at the \
                distance in which it is to work. Misses are counted by leaving out each recording in turn, and in the recordings of --check; false alarms in \
                --other, which should be hours of speech. It needs saybus models get tensorflow-lite speech-embedding.

                Examples: saybus wake train "hallo lampe" --record 8 --other radio-*.flac
                          saybus wake train "hallo lampe" --said lampe-*.wav --other radio-*.flac --out lampe.json
                          saybus-listen --mic --wake "hallo lampe" --wake-model lampe.json

                Exit codes: 0 done, 64 bad usage, 66 an unreadable file, 69 no microphone or model, 74 the file cannot be written.
                """)

        @Argument(help: "The wake word.")
        var phrase: String

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("Recordings of the wake word, spoken once in each.", valueName: "file"))
        var said: [String] = []

        @Option(help: ArgumentHelp("Record it this many times from the microphone.", valueName: "number"))
        var record: Int?

        @Option(help: ArgumentHelp("The microphone: its name or a part of it.", valueName: "device"))
        var mic: String?

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("Recordings of other speech and of noise.", valueName: "file"))
        var other: [String] = []

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp(
                "Recordings of the wake word that are not learnt from, such as those of other people.",
                valueName: "file"))
        var check: [String] = []

        @Option(help: ArgumentHelp("The file to write; default: the phrase with .json.", valueName: "file"))
        var out: String?

        @Flag(help: "Print JSON.")
        var json = false

        func validate() throws {
            guard said.isEmpty != (record == nil) else {
                throw ValidationError("Give either recordings (--said FILE…) or --record NUMBER.")
            }
            if let record, !WakeTraining.counts.contains(record) {
                throw ValidationError(
                    "--record takes \(WakeTraining.counts.lowerBound) to \(WakeTraining.counts.upperBound).")
            }
        }

        func run() async throws {
            try await reportingFailure("saybus wake train") {
                var run = WakeTrainingRun(phrase: phrase, said: said, other: other)
                (run.record, run.microphone, run.checks) = (record, mic, check)
                let name = phrase.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
                let path = out ?? "\(name.isEmpty ? "wake" : name).json"
                let line = ProgressLine("saybus wake train")
                defer { line.clear() }
                let report = try await run.train(
                    to: path, notes: TextOutput { text in line.interrupt { TextOutput.standardError.text(text) } },
                    progress: { line.update($0) })
                line.clear()
                TextOutput.standardOutput.line(
                    json ? try JSONValue(report).text(indented: true) : WakeTrainingRun.page(report, path: path))
            }
        }
    }
}
