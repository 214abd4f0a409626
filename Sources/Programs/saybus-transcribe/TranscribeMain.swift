import ArgumentParser
import SaybusMessages
import SaybusPhrases
import SaybusStage
import SaybusTranscription

/// The `saybus-transcribe` program.
@main
struct TranscribeMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-transcribe",
        abstract: "Speech recognition: transcribes the sound of each turn.",
        discussion: """
            Subscribes to catalog, speech.started, audio.input and speech.ended; publishes speech.partial and speech.transcript. The \
            vocabulary is that of the apps' catalogs; without a catalog it is free dictation.

            Examples: saybus-transcribe
                      saybus-transcribe --engine vosk --model vosk-model-small-en-us-0.15
                      saybus-transcribe --engine whisper --model whisper-base-q8 --language de
                      saybus-transcribe --engine wyoming --address tcp://localhost:10300
                      saybus-transcribe --engine command -- python3 my_recognizer.py

            Exit codes: 0 after SIGTERM, SIGINT or SIGHUP, 64 bad usage, 69 no broker, no model or no library, \
            78 a model, a library or a language that cannot be used.
            """,
        version: ProjectVersion.current)

    @Option(
        help: ArgumentHelp(
            "The time that a turn waits for a new vocabulary to be compiled before the previous one is used, in seconds.",
            discussion:
                "Compiling takes a few milliseconds for the answers to a question, about a second for a thousand commands.",
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
            let choice = try recognizer.choice()
            var stage = TranscribeStage(choice)
            stage.vocabularyTimeout = .milliseconds(Int(vocabularyPatience * 1000))
            try Language.checkChosen()
            try await StageRunner(
                role: .transcribe, engine: choice.recognizer.engine, tracking: TranscribeStage.tracking,
                options: options,
                replicaMode: replica.replicaMode
            ).run { [stage] in try await stage.run($0) }
        }
    }
}
