import ArgumentParser
import SaybusPhrases
import SaybusStage
import SaybusTranscription

/// The `saybus-transcribe` program.
@main
struct TranscribeMain: AsyncParsableCommand {
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
            """,
        version: ProjectVersion.current)

    @Option(
        help: ArgumentHelp(
            "How many seconds a turn waits for a vocabulary that is being prepared, before it is heard with the one before.",
            discussion: "The answers to a question take a few milliseconds, a thousand commands a second.",
            valueName: "seconds"))
    var vocabularyPatience = 1.0

    @OptionGroup var recognizer: RecognitionEngineOptions
    @OptionGroup var replica: RecognizerOptions
    @OptionGroup var options: StageOptions

    func validate() throws {
        guard 0...60 ~= vocabularyPatience else {
            // During a longer wait, queued audio would be lost.
            throw ValidationError("--vocabulary-patience takes 0 to 60 seconds.")
        }
    }

    func run() async throws {
        try await reportingFailure("saybus-transcribe") {
            var stage = TranscribeStage(recognizer: try recognizer.recognizer())
            stage.vocabularyTimeout = .milliseconds(Int(vocabularyPatience * 1000))
            try Language.checkChosen()
            try await StageRunner(
                role: "transcribe", engine: recognizer.engine.rawValue, tracking: TranscribeStage.tracking,
                options: options,
                placement: replica.placement
            ).run { [stage] in try await stage.run($0) }
        }
    }
}
