import ArgumentParser
import SaybusEvaluation
import SaybusIntentRecognition
import SaybusPhrases
import SaybusStage
import SaybusTerminal

/// The `saybus evaluate intent` command.
struct EvaluateIntentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "intent",
        abstract:
            "Trains an intent recognizer on samples and tests it on others: intents, slots, rejection, speed, memory.",
        discussion: """
            Samples are lines of JSON: {"text": "play jazz", "intent": "PlayMusic", "slots": [{"name": "genre", "value": "jazz", \
            "start": 5, "end": 9}], "split": "train"}. Offsets are in characters. The intent oos means out of scope.

            Without --test, the samples whose split is "test" are the test set; without any, it is a cross-validation: the samples are \
            divided into parts, and each part is tested with a model trained on the others.

            Examples: saybus evaluate intent --train train.jsonl --test test.jsonl
                      saybus evaluate intent --train all.jsonl --folds 3 --report errors.html
                      saybus evaluate intent --train all.jsonl --peers sklearn --json
                      saybus evaluate intent --home-assistant intents --peers hassil
                      saybus evaluate intent --home-assistant intents/home_assistant_intents --language all
                      saybus evaluate intent --alexa en-US.json --utterances utterances.jsonl
                      saybus evaluate intent --train all.jsonl --engine command -- python3 my_recognizer.py

            Exit codes: 0 done, 64 bad usage, 65 a line is not a valid sample, 66 an unreadable file, 69 a peer cannot be installed.
            """)

    @Option(help: ArgumentHelp("The training samples.", valueName: "file"))
    var train: String?

    @Option(help: ArgumentHelp("The test samples.", valueName: "file"))
    var test: String?

    @Option(
        help: ArgumentHelp(
            "The engine to test: \(IntentEngine.allCases.listed()).",
            discussion: "Patterns are made from the samples: each value is replaced by all known values of its slot.",
            valueName: "engine"))
    var engine: IntentEngine = .statistical

    @Option(help: ArgumentHelp("The engine's address, as for saybus-intent.", valueName: "url"))
    var address: String?

    @Argument(parsing: .postTerminator, help: "After --: the program of --engine command, and its arguments.")
    var program: [String] = []

    @OptionGroup(title: "Templates") var templates: TemplateOptions

    @Option(help: ArgumentHelp("Train on at most this many samples of each intent.", valueName: "count"))
    var samplesPerIntent: Int?

    @Option(help: "The seed of all random numbers.")
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp("The number of parts of the cross-validation, without test samples.", valueName: "count"))
    var folds = 5

    @Option(
        help: ArgumentHelp(
            "Write a report with the confusions and the worst errors, as .html or .md.", valueName: "file"))
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Other recognizers to compare with, separated by commas: sklearn, or hassil with --home-assistant.",
            valueName: "names"))
    var peers: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if let samplesPerIntent, samplesPerIntent < 1 { throw ValidationError("--samples-per-intent takes 1 or more.") }
        guard 2...100 ~= folds else { throw ValidationError("--folds takes 2 to 100.") }
        _ = try chosenPeers()
        if let report, ![".html", ".htm", ".md"].contains(where: { report.hasSuffix($0) }) {
            throw ValidationError("--report \(report): give a file whose name ends with .html or .md.")
        }
        guard (train != nil) != (try templates.material() != nil) else {
            throw ValidationError(
                "Give one of --train, --home-assistant, and --alexa with --utterances.")
        }
    }

    func run() async throws {
        try await reportingFailure("saybus evaluate intent") {
            try Language.checkChosen()
            if let material = try templates.material() {
                return try await TemplateEvaluation(material, peers: try chosenPeers(), isJSON: json).run()
            }
            var options = IntentEvaluation.Options(train: train ?? "")
            options.test = test
            options.engine = engine
            options.client = try engine.intentClient(address: address, program: program, timeout: .seconds(10))
            options.samplesPerIntent = samplesPerIntent
            options.seed = seed
            options.folds = folds
            options.report = report
            options.peers = try chosenPeers()
            options.isJSON = json
            let line = ProgressLine("saybus evaluate intent")
            try await line.ticking {
                try await IntentEvaluation(options).run(
                    output: TextOutput(style: TextOutput.standardOutput.style) { text in
                        line.interrupt { TextOutput.standardOutput.text(text) }
                    },
                    note: { note in line.interrupt { TextOutput.standardError.line(note) } },
                    progress: { line.update($0) })
            }
        }
    }

    private func chosenPeers() throws -> [IntentPeer] {
        try (peers ?? "").split(separator: ",").map { name in
            guard let peer = IntentPeer(rawValue: String(name)) else {
                let all = IntentPeer.allCases.listed()
                throw ValidationError("--peers takes \(all), not \"\(name)\".")
            }
            return peer
        }
    }
}

extension IntentEngine: ExpressibleByArgument {}
