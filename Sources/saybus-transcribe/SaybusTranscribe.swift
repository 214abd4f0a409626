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

            Examples: saybus-transcribe
                      saybus-transcribe --engine vosk --model vosk-model-small-en-us-0.15
                      saybus-transcribe --engine wyoming --address tcp://localhost:10300
                      saybus-transcribe --engine command -- python3 my_recognizer.py

            Exit codes: 0 after SIGTERM or SIGINT, 64 bad usage, 69 no broker, no model or no library.
            """)

    @OptionGroup var recognizer: SpeechEngineOptions
    @OptionGroup var replica: RecognizerOptions
    @OptionGroup var options: StageOptions

    func run() async throws {
        try await reportingFailure("saybus-transcribe") {
            let stage = TranscribeStage(recognizer: try recognizer.recognizer())
            try await StageRunner(
                role: "transcribe", engine: recognizer.engine.rawValue, tracking: TranscribeStage.tracking,
                options: options,
                placement: replica.placement
            ).run { try await stage.run($0) }
        }
    }
}
