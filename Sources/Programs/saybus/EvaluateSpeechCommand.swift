import ArgumentParser
import SaybusEvaluation
import SaybusPhrases
import SaybusStage
import SaybusTerminal
import SaybusTranscription

/// The `saybus evaluate speech` command.
struct EvaluateSpeechCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "speech",
        abstract: "Measures how many commands a speech recognizer understands in labelled recordings.",
        discussion: """
            Each line of the labels is {"audio": PATH, "intent": NAME, "slots": {NAME: VALUE}, "text": WORDS}; a relative path starts at \
            the file's folder, text is optional, and in a recording without an intent no command should be understood.

            Examples: saybus evaluate speech --app deploy/examples/coffee.yaml --labels labels.jsonl
                      saybus evaluate speech --app coffee.yaml --labels labels.jsonl --noise kitchen.flac --snr 24,12,6 --json

            A turn in which the recognizer fails counts as not understood, and the report has the number and the first reason. Noise is \
            mixed in at 12 dB unless --snr says otherwise; in digital silence it is as loud as beside speech of 20 dB below full scale. \
            The recognizer forgets the speakers before each level of noise.

            Exit codes: 0 done, 64 bad usage, 66 an unreadable file, 69 no model, or an engine that cannot be reached or fails in \
            every turn, 74 the file of errors cannot be written, 78 an invalid app file, or a language that the engine does not know.
            """)

    @Option(
        help: ArgumentHelp(
            "The app whose commands are recognized, or an interaction model in Alexa's format (.json).",
            valueName: "file"))
    var app: String

    @OptionGroup var recordings: LabelOptions

    @OptionGroup var recognizer: RecognitionEngineOptions

    @OptionGroup var noise: NoiseOptions

    @Option(
        help: ArgumentHelp(
            "Write a line of JSON for each recording that was not understood correctly.", valueName: "file"))
    var errors: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        _ = try noise.ratios()
    }

    func run() async throws {
        try await reportingFailure("saybus evaluate speech") {
            try Language.checkChosen()
            let evaluation = try SpeechEvaluation(
                app: app, labels: recordings.labels, recognizer: try recognizer.choice().recognizer,
                limit: recordings.limit, noises: noise.noise, ratios: try noise.ratios(), seed: noise.seed)
            let line = ProgressLine("saybus evaluate speech")
            defer { line.clear() }
            let report = try await evaluation.run(
                errors: errors, note: { note in line.interrupt { TextOutput.standardError.line(note) } },
                progress: { line.update($0) })
            line.clear()
            try report.print(asJSON: json)
        }
    }
}
