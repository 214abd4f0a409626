import ArgumentParser
import SaybusEvaluation
import SaybusListening
import SaybusPhrases
import SaybusStage
import SaybusTranscription

/// The `saybus evaluate endpointing` command.
struct EvaluateEndpointingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endpointing",
        abstract:
            "Measures whether the listening stage ends turns when the speech in recordings ends.",
        discussion: """
            The labels have the format of evaluate speech; recordings without an intent are skipped. A turn's end is correct from 100 ms \
            before the end of the speech, which is measured without the added noise, to 2 s after it.

            Examples: saybus evaluate endpointing --app deploy/examples/coffee.yaml --labels labels.jsonl
                      saybus evaluate endpointing --app coffee.yaml --labels labels.jsonl --noise kitchen.flac --snr 24,12,6 --json
                      saybus evaluate endpointing --app coffee.yaml --labels labels.jsonl --hesitation 1200

            Exit codes: 0 done, 64 bad usage, 66 an unreadable file or no command in the labels, 69 no model or engine, \
            74 the file of errors cannot be written, 78 an invalid app file.
            """)

    @Option(help: ArgumentHelp("The app whose commands are recognized.", valueName: "file.yaml"))
    var app: String

    @OptionGroup var recordings: LabelOptions

    @OptionGroup var recognizer: RecognitionEngineOptions

    @Flag(help: "Use the voice activity detector only, without partial transcripts.")
    var withoutRecognizer = false

    @OptionGroup var noise: NoiseOptions

    @Option(help: ArgumentHelp("Insert a pause in the middle of the speech.", valueName: "ms"))
    var hesitation = 0

    @OptionGroup(title: "End of a turn") var endpointing: EndpointingOptions

    @Option(
        help: ArgumentHelp(
            "Write a line of JSON for each recording whose turn ended at a wrong time.", valueName: "file"))
    var errors: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard (0...10_000).contains(hesitation) else {
            throw ValidationError("--hesitation takes 0 to 10000 milliseconds")
        }
        _ = try noise.ratios()
    }

    func run() async throws {
        try await reportingFailure("saybus evaluate endpointing") {
            try Language.checkChosen()
            var options = EndpointingEvaluation.Options(labels: recordings.labels, app: app)
            (options.limit, options.pauseMs) = (recordings.limit, hesitation)
            (options.noise, options.ratios, options.seed) = (try noise.single(), try noise.ratios(), noise.seed)
            options.configuration = endpointing.configuration
            let evaluation = try EndpointingEvaluation(
                options, recognizer: withoutRecognizer ? nil : try recognizer.choice().recognizer)
            let line = ProgressLine("saybus evaluate endpointing")
            defer { line.clear() }
            let report = try await evaluation.run(errors: errors) { line.update($0) }
            line.clear()
            try report.print(asJSON: json)
        }
    }
}
