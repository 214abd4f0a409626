import ArgumentParser
import SaybusIntentRecognition
import SaybusMessages
import SaybusPhrases
import SaybusStage

/// The `saybus-intent` program.
@main
struct IntentMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-intent",
        abstract:
            "Recognizes the intents of transcripts, by the patterns of the apps' catalogs and by a statistical model.",
        discussion: """
            Subscribes to catalog and speech.transcript; publishes speech.intent. Without --trained it trains a model from the catalogs, in \
            the background.

            The file of --model is an Alexa interaction model, used like a catalog of an app with the model's invocation name. A catalog \
            that an app of this name publishes replaces it.

            Examples: saybus-intent --bus ipc:///run/user/1000/saybus
                      saybus-intent --model en-US.json
                      saybus-intent train --samples samples.jsonl --out home.model
                      saybus-intent --trained home.model
                      saybus-intent --engine http --address http://localhost:5005/model/parse
                      saybus-intent --engine command -- python3 my_recognizer.py

            Exit codes: 0 after SIGTERM, SIGINT or SIGHUP, 64 bad usage, 66 an unreadable model, 69 no broker, \
            78 an invalid key, policy or language file.
            """,
        version: ProjectVersion.current,
        subcommands: [TrainCommand.self])

    @Option(
        help: ArgumentHelp(
            "The intent recognizer: \(IntentEngine.allCases.listed()).",
            valueName: "engine"
        ))
    var engine: IntentEngine = .ensemble

    @Option(
        help: ArgumentHelp(
            "A model trained from samples, to use instead of one trained from the catalogs.", valueName: "model"))
    var trained: String?

    @Option(
        help: ArgumentHelp(
            "The engine's address: tcp://host:port or unix:///path for wyoming, http://… for http.", valueName: "url"))
    var address: String?

    @Option(
        help: ArgumentHelp("The timeout of the engines wyoming, http and command, in seconds.", valueName: "seconds"))
    var patience: Double = 3

    @Option(help: "The seed of the random numbers in training.")
    var seed: UInt64 = 1

    @Argument(parsing: .postTerminator, help: "After --: the program of --engine command, and its arguments.")
    var program: [String] = []

    @Option(
        help: ArgumentHelp(
            "An Alexa interaction model whose intents are recognized, too. Can be repeated.", valueName: "file"))
    var model: [String] = []

    @Option(
        help: ArgumentHelp(
            "Change the words of each spoken transcript before they are understood: a file with a replacement a line, HEARD => MEANT, or /REGULAR EXPRESSION/ => MEANT.",
            valueName: "file"))
    var edits: String?

    @Option(
        help: ArgumentHelp(
            "Change the words of each spoken transcript by a program with its arguments, which answers each line of its input with a line.",
            valueName: "program"))
    var editor: String?

    @Flag(
        help:
            "End turns without an intent when the transcript is the assistant's own speech, picked up by the microphone."
    )
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

    private func editors() throws -> [any TranscriptEditor] {
        var editors: [any TranscriptEditor] = []
        if let edits { editors.append(try ReplacementEditor(contentsOf: edits)) }
        if let command = editor?.split(separator: " ").map(String.init), !command.isEmpty {
            editors.append(CommandEditor(command))
        }
        return editors
    }

    func run() async throws {
        try await reportingFailure("saybus-intent") {
            let settings = IntentStage.Settings(
                engine: engine,
                intentClient: try engine.intentClient(
                    address: address, program: program, timeout: .milliseconds(max(1, Int(patience * 1000)))),
                model: try trained.map { try TrainedModel.read($0) }, seed: seed,
                models: try ModelFiles(model), dropsOwnSpeech: dropOwnSpeech, editors: try editors())
            let stage = IntentStage(settings)
            try Language.checkChosen()
            try await StageRunner(
                role: .intent, engine: engine.rawValue, tracking: IntentStage.tracking, options: options,
                replicaMode: replica.replicaMode
            ).run { try await stage.run($0) }
        }
    }
}

extension IntentEngine: ExpressibleByArgument {}
