import ArgumentParser
import SaybusIntentRecognition
import SaybusPhrases
import SaybusStage

/// The `saybus-intent` program.
@main
struct IntentMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-intent",
        abstract:
            "Says what a transcript may mean, by the patterns in the apps' catalogs and by what was learnt from samples.",
        discussion: """
            Hears catalog and speech.transcript, answers with speech.intent. Without --trained it learns from the catalogs, in the background.

            A file of --model is one of Alexa's interaction models; its app is named after the invocation name. It is understood like a \
            catalog, unless an app of that name publishes one.

            Examples: saybus-intent --bus ipc:///run/user/1000/saybus
                      saybus-intent --model en-US.json
                      saybus-intent train --samples samples.jsonl --out home.model
                      saybus-intent --trained home.model
                      saybus-intent --engine http --address http://localhost:5005/model/parse
                      saybus-intent --engine command -- python3 my_recognizer.py

            Exit codes: 0 after SIGTERM or SIGINT, 64 bad usage, 66 an unreadable model, 69 no broker.
            """,
        version: ProjectVersion.current,
        subcommands: [TrainCommand.self])

    @Option(
        help: ArgumentHelp(
            "What does the work: \(IntentEngine.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "engine"
        ))
    var engine: IntentEngine = .ensemble

    @Option(help: ArgumentHelp("Use what was learnt from samples, instead of from the catalogs.", valueName: "model"))
    var trained: String?

    @Option(
        help: ArgumentHelp(
            "Where the engine is: tcp://host:port or unix:///path for wyoming, http://… for http.", valueName: "url"))
    var address: String?

    @Option(help: ArgumentHelp("How many seconds wyoming, http or command may take.", valueName: "seconds"))
    var patience: Double = 3

    @Option(help: "Determines what is left to chance when it learns.")
    var seed: UInt64 = 1

    @Argument(parsing: .postTerminator, help: "After --: the program of --engine command, and its arguments.")
    var program: [String] = []

    @Option(
        help: ArgumentHelp("Understand the intents of an interaction model too; may be repeated.", valueName: "file"))
    var model: [String] = []

    @Flag(help: "End the turns in which a microphone heard the assistant itself.")
    var dropOwnSpeech = false

    @OptionGroup var replica: RecognizerOptions
    @OptionGroup var options: StageOptions

    func validate() throws {
        guard patience > 0, patience <= 60 else {
            throw ValidationError("--patience takes more than 0 and at most 60 seconds.")
        }
        if trained != nil, engine.isExternal || engine == .pattern {
            throw ValidationError("--trained is for --engine ensemble or statistical.")
        }
    }

    func run() async throws {
        try await reportingFailure("saybus-intent") {
            let settings = IntentStage.Settings(
                engine: engine,
                intentClient: try engine.intentClient(
                    address: address, program: program, timeout: .milliseconds(max(1, Int(patience * 1000)))),
                model: try trained.map { try TrainedModel.read($0) }, seed: seed,
                models: try ModelFiles(model), dropsOwnSpeech: dropOwnSpeech)
            let stage = IntentStage(settings)
            try Language.checkChosen()
            try await StageRunner(
                role: "intent", engine: engine.rawValue, tracking: IntentStage.tracking, options: options,
                placement: replica.placement
            ).run { try await stage.run($0) }
        }
    }
}

extension IntentEngine: ExpressibleByArgument {}
