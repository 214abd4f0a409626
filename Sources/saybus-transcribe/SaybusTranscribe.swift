import ArgumentParser
import Stage
import Transcription

/// `saybus-transcribe`
@main
struct SaybusTranscribe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-transcribe",
        abstract: "Turns the sound of each turn into text.",
        discussion: """
            Hears catalog, speech.started, audio.input and speech.ended; answers with speech.partial and speech.transcript. It listens \
            for what the apps' catalogs contain, and takes dictation when there is none.

            Example: saybus-transcribe --engine pocketsphinx

            Exit codes: 0 after SIGTERM or SIGINT, 64 bad usage, 69 no broker or no model.
            """)

    @Option(help: "What does the work.")
    var engine: RecognizerChoice = .pocketsphinx

    @Option(
        help: ArgumentHelp(
            "The model's directory; default: where Debian's pocketsphinx-en-us puts it.", valueName: "directory"))
    var model: String?

    @OptionGroup var replica: RecognizerOptions
    @OptionGroup var options: StageOptions

    func run() async throws {
        try await reportingFailure("saybus-transcribe") {
            let stage = TranscribeStage(recognizer: try engine.recognizer(model: model))
            try await StageRunner(
                role: "transcribe", engine: engine.rawValue, tracking: TranscribeStage.tracking, options: options,
                placement: replica.placement
            ).run { try await stage.run($0) }
        }
    }
}

extension RecognizerChoice: ExpressibleByArgument {}
