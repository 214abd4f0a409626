import ArgumentParser
import SaybusEvaluation
import SaybusMessages
import SaybusPhrases
import SaybusStage
import SaybusTerminal
import SaybusTranscription

/// The `saybus evaluate speech` command.
struct EvaluateSpeechCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "speech",
        abstract: "Lets a recognizer hear labelled recordings, and tells how many commands it understood.",
        discussion: """
            Each line of the labels is {"audio": PATH, "intent": NAME, "slots": {NAME: VALUE}, "text": WORDS}; a path is relative to the \
            file unless it is absolute, text may be left out, and a recording without an intent is one in which nothing shall be understood.

            Examples: saybus evaluate speech --app deploy/examples/coffee.yaml --labels labels.jsonl
                      saybus evaluate speech --app coffee.yaml --labels labels.jsonl --noise kitchen.flac --snr 24,12,6 --json

            Exit codes: 0 done, 64 bad usage, 66 an unreadable file, 69 no model, 78 a wrong app.
            """)

    @Option(help: ArgumentHelp("The app whose commands are listened for.", valueName: "file.yaml"))
    var app: String

    @Option(help: ArgumentHelp("The recordings and what is meant in them.", valueName: "file.jsonl"))
    var labels: String

    @OptionGroup var recognizer: RecognitionEngineOptions

    @OptionGroup var noise: NoiseOptions

    @Option(help: "How many of the recordings to hear; default: all.")
    var limit: Int?

    @Option(help: ArgumentHelp("Write a line of JSON for each recording that was not understood.", valueName: "file"))
    var errors: String?

    @Flag(help: "Write JSON.")
    var json = false

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit \(limit): hear at least one recording") }
        _ = try noise.ratios()
    }

    func run() async throws {
        try await reportingFailure("saybus evaluate speech") {
            try Language.checkChosen()
            let evaluation = try SpeechEvaluation(
                app: app, labels: labels, recognizer: try recognizer.recognizer(), limit: limit, noise: noise.noise,
                ratios: try noise.ratios(), seed: noise.seed)
            let report = try await evaluation.run(errors: errors) { TextOutput.standardError.line($0) }
            if json {
                TextOutput.standardOutput.line(try JSONValue(report).text(indented: true))
            } else {
                TextOutput.standardOutput.line(report.page(TextOutput.standardOutput.style))
            }
        }
    }
}
