import ArgumentParser
import SaybusBus
import SaybusOperations
import SaybusStage
import SaybusTranscription

/// The `saybus up` command.
struct UpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up",
        abstract: "Starts a whole pipeline and looks after it.",
        discussion: """
            Starts saybus-broker, saybus-audio, saybus-dispatch, saybus-intent, saybus-transcribe and, with --wav or --mic, saybus-listen: \
            the programs beside this one, else those in PATH. Their logs go to standard error, each line with its program's name. \
            One that dies is started again, at first after 0.25 s, then later and later, at most after 10 s. Standard output says \
            "pipeline ready" when all are at work.

            Examples: saybus up --mic
                      saybus up --mic --wake "hey computer"
                      saybus up --skill deploy/examples/pizza-place --app deploy/examples/kitchen.yaml
                      saybus up --app deploy/examples/kitchen.yaml --wav order.flac --sink wav:answer.wav
                      saybus up --mic --engine wyoming --address tcp://localhost:10300
                      saybus up --mic --engine command -- python3 my_recognizer.py
                      saybus up --replicas intent=2 --replicas dispatch=2

            A second Ctrl-C ends it by force.

            Exit codes: 0 after SIGINT (Ctrl-C), SIGTERM or SIGHUP, or that of the program that cannot go on: 64 bad usage, 66 an \
            unreadable file, 69 the bus is in use or a program is missing, 78 a wrong app.
            """)

    @Option(
        help: ArgumentHelp(
            "An app: a YAML file of commands, patterns and actions, with its sound files beside it; default: the example kitchen. Can be repeated.",
            valueName: "file"))
    var app: [String] = []

    @Option(
        help: ArgumentHelp(
            "A skill: a YAML file, or a folder with a skill.yaml, as saybus-dispatch takes it. Can be repeated, and stand beside apps.",
            valueName: "file"))
    var skill: [String] = []

    @Option(parsing: .upToNextOption, help: ArgumentHelp("Hear these files, one after the other.", valueName: "file"))
    var wav: [String] = []

    @Option(
        defaultAsFlag: "",
        help: ArgumentHelp(
            "Hear a microphone: the default one, or the one whose name contains this.", valueName: "device"))
    var mic: String?

    @Option(help: ArgumentHelp("Hear the microphone only after this phrase.", valueName: "phrase"))
    var wake: String?

    @Option(
        help: ArgumentHelp(
            "Where sound goes, as saybus-audio takes it, such as device, null or wav:answer.wav; default: the loudspeaker, if there is one.",
            valueName: "sink"))
    var sink: String?

    @OptionGroup var recognizer: RecognitionEngineOptions

    @Option(help: ArgumentHelp("The broker's own key, as saybus-broker --key takes it.", valueName: "key"))
    var brokerKey: String?

    @Option(
        help: ArgumentHelp("Which keys may say and hear what, as saybus-broker --policy takes it.", valueName: "file"))
    var policy: String?

    @Option(
        help: ArgumentHelp(
            "Start n instances of a stage, each for its share of the conversations, such as intent=2. Can be repeated.",
            valueName: "role=n"))
    var replicas: [Replicas] = []

    @OptionGroup var options: BusOptions

    func validate() throws {
        if options.session != nil, !replicas.isEmpty {
            throw ValidationError("Leave out --replicas or --session: one conversation cannot be shared.")
        }
        if !wav.isEmpty, mic != nil {
            throw ValidationError("Say where to listen: --wav FILE… or --mic [DEVICE], not both.")
        }
        if wake != nil, mic == nil { throw ValidationError("--wake goes with --mic.") }
    }

    func run() async throws {
        try await reportingFailure("saybus up") {
            let address = try options.address()
            var plan = PipelinePlan(bus: address.url, logLevel: options.logLevel.rawValue)
            plan.session = options.session
            (plan.key, plan.serverKey) = (options.keys.key, options.keys.serverKey)
            (plan.brokerKey, plan.policy) = (brokerKey, policy)
            plan.wait = options.wait
            (plan.apps, plan.sink) = (app, sink)
            (plan.recognizer, plan.recognizerProgram) = (recognizer.options, recognizer.program)
            (plan.skills, plan.wake) = (skill, wake)
            plan.replicas = Dictionary(replicas.map { ($0.role, $0.count) }, uniquingKeysWith: { _, last in last })
            plan.input = mic.map { .microphone($0.isEmpty ? nil : $0) } ?? (wav.isEmpty ? .none : .files(wav))
            try await Up(plan, at: address).run()
        }
    }
}

/// A number of replicas of a stage, written `role=n`.
struct Replicas: ExpressibleByArgument {
    let role: String
    let count: Int

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, PipelinePlan.replicable.contains(String(parts[0])), let count = Int(parts[1]),
            (1...64).contains(count)
        else { return nil }
        (role, self.count) = (String(parts[0]), count)
    }
}
