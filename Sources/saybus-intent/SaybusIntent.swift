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

            A model is one of Alexa's interaction models; its app is named after the invocation name. It is understood like a catalog, \
            unless an app of that name publishes one.

            Examples: saybus-intent --bus ipc:///run/user/1000/saybus
                      saybus-intent --model en-US.json

            Exit codes: 0 after SIGTERM or SIGINT, 64 bad usage, 66 an unreadable model, 69 no broker.
            """)

    @Option(
        help: ArgumentHelp("Understand the intents of an interaction model too; may be repeated.", valueName: "file"))
    var model: [String] = []

    @OptionGroup var replica: RecognizerOptions
    @OptionGroup var options: StageOptions

    func run() async throws {
        try await reportingFailure("saybus-intent") {
            let stage = IntentStage(models: try ModelFiles(model))
            try await StageRunner(
                role: "intent", engine: "pattern", tracking: IntentStage.tracking, options: options,
                placement: replica.placement
            ).run { try await stage.run($0) }
        }
    }
}
