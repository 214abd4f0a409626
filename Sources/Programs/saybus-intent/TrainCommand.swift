import ArgumentParser
import SaybusIntentRecognition
import SaybusStage

/// The `saybus-intent train` command.
struct TrainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "train",
        abstract: "Trains a model from samples, for saybus-intent --trained.",
        discussion: """
            Samples are lines of JSON: {"text": "play jazz", "intent": "Play", "slots": [{"name": "genre", "value": "jazz", \
            "start": 5, "end": 9}]}. An intent is a command's type, or app/type; oos (out of scope) marks speech that is not addressed to the assistant.

            Example: saybus-intent train --samples samples.jsonl --out home.model

            Exit codes: 0 done, 64 bad usage, 65 a line is not a valid sample, 66 an unreadable file, 74 the model cannot be written.
            """)

    @Option(help: ArgumentHelp("The training samples.", valueName: "file"))
    var samples: String

    @Option(help: ArgumentHelp("The model file to write.", valueName: "file"))
    var out: String

    @Option(help: "The seed of the random numbers. The same samples and seed give the same model.")
    var seed: UInt64 = 1

    func run() async throws {
        try await reportingFailure("saybus-intent train") {
            let summary = try await ProgressLine("saybus-intent train").ticking { [samples, out, seed] in
                try TrainedModel.train(samples: samples, out: out, seed: seed)
            }
            print(summary)
        }
    }
}
