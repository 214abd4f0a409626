import ArgumentParser
import IntentRecognition
import Stage

/// `saybus-intent`
@main
struct SaybusIntent: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-intent",
        abstract: "Says what a transcript may mean, by the patterns in the apps' catalogs.",
        discussion: """
            Hears catalog and speech.transcript, answers with speech.intent.

            Example: saybus-intent --bus ipc:///run/user/1000/saybus

            Exit codes: 0 after SIGTERM or SIGINT, 64 bad usage, 69 no broker.
            """)

    @Flag(help: "End the turns in which a microphone heard the assistant itself.")
    var dropOwnSpeech = false

    @OptionGroup var replica: RecognizerOptions
    @OptionGroup var options: StageOptions

    func run() async throws {
        try await reportingFailure("saybus-intent") {
            let stage = IntentStage(dropsOwnSpeech: dropOwnSpeech)
            try await StageRunner(
                role: "intent", engine: "pattern", tracking: IntentStage.tracking, options: options,
                placement: replica.placement
            ).run { try await stage.run($0) }
        }
    }
}
