import ArgumentParser
import SaybusIntentRecognition
import SaybusStage

/// The `saybus-intent train` command.
struct TrainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "train",
        abstract: "Learns from samples, and writes a model for saybus-intent --trained.",
        discussion: """
            Samples are lines of JSON: {"text": "play jazz", "intent": "Play", "slots": [{"name": "genre", "value": "jazz", \
            "start": 5, "end": 9}]}. An intent is a command's type, or app/type; oos is what is meant for nobody.

            Example: saybus-intent train --samples samples.jsonl --out home.model

            Exit codes: 0 done, 64 bad usage, 65 a line is no sample, 66 an unreadable file, 74 the model cannot be written.
            """)

    @Option(help: ArgumentHelp("What to learn from.", valueName: "file"))
    var samples: String

    @Option(help: ArgumentHelp("Where to write the model.", valueName: "file"))
    var out: String

    @Option(help: "Determines what is left to chance: the same samples and seed make the same model.")
    var seed: UInt64 = 1

    func run() async throws {
        try await reportingFailure("saybus-intent train") {
            print(try TrainedModel.train(samples: samples, out: out, seed: seed))
        }
    }
}
