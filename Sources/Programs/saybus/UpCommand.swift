import ArgumentParser
import Foundation
import SaybusBus
import SaybusMessages
import SaybusOperations
import SaybusPipelineFiles
import SaybusStage
import SaybusTerminal
import SaybusTranscription

/// The `saybus up` command.
struct UpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up",
        abstract: "Starts and supervises a whole pipeline.",
        discussion: """
            Starts saybus-broker, saybus-audio, saybus-dispatch, saybus-intent, saybus-transcribe and, with --wav or --mic, saybus-listen: \
            the programs in this program's folder, or else in PATH. Their logs go to standard error, each line with its program's name. \
            A program that dies is restarted at once; when it dies again, after 0.25 s, then 0.5 s and so on, up to 10 s. Standard \
            output says "pipeline ready" when all stages are ready.

            Without any option it runs the file ~/.config/saybus/saybus.yaml, else /etc/saybus/saybus.yaml, if there is one.

            Examples: saybus up --mic
                      saybus up --mic --wake "hey computer"
                      saybus up --app kitchen.yaml --wav order.flac --sink wav:answer.wav
                      saybus up --app kitchen.yaml --app ./my-swift-app
                      saybus up --skill pizza-place --app kitchen.yaml
                      saybus up --mic --engine wyoming --address tcp://localhost:10300
                      saybus up --mic --engine command -- python3 my_recognizer.py
                      saybus up --mic --synthesizer auto
                      saybus up --replicas intent=2 --replicas dispatch=2
                      saybus up --profile push-to-talk-commands

            saybus up home.yaml                 runs the pipeline of a file; see saybus help config
            saybus up --console                 serves a page to talk to it
            saybus up --no-app                  starts no app: start your own
            saybus up --without transcribe      starts no recognizer: start your own
            saybus up --metrics 127.0.0.1:9464  serves metrics at this and the next ports

            A second Ctrl-C kills the programs.

            Exit codes: 0 after SIGINT (Ctrl-C), SIGTERM or SIGHUP, or that of the program that cannot run: 64 bad usage, 66 an \
            unreadable file, 69 the bus is in use, or a program, engine or voice is missing, 78 an invalid app file.
            """)

    @Argument(
        help:
            "A file with the bus, the stages with their options, the apps and skills: see saybus config. Of the options, only --host and --log go with it."
    )
    var file: String?

    @Option(help: ArgumentHelp("With FILE: start the stages of this machine only.", valueName: "name"))
    var host: String?

    @Option(
        help: ArgumentHelp(
            "An app: a YAML file of commands, patterns and actions, with its sound files beside it, or a program (an executable file), which gets --bus and --instance; default: the example kitchen. Can be repeated.",
            valueName: "file"))
    var app: [String] = []

    @Flag(help: "Run no app, for apps that are started elsewhere; their commands are dispatched.")
    var noApp = false

    @Option(
        help: ArgumentHelp(
            "A skill: a YAML file, or a folder with a skill.yaml, as for saybus-dispatch --skill. Can be repeated and combined with --app.",
            valueName: "file"))
    var skill: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Sound files to process as speech, one after the other.", valueName: "file"))
    var wav: [String] = []

    @Option(
        defaultAsFlag: "",
        help: ArgumentHelp(
            "Capture from a microphone: the default one, or the one whose name contains this text.", valueName: "device"
        ))
    var mic: String?

    @Option(
        help: ArgumentHelp(
            "A wake word: begin a turn only after this phrase, as for saybus-listen --wake. Can be repeated.",
            valueName: "phrase[=session]"))
    var wake: [String] = []

    @Option(
        help: ArgumentHelp(
            "How to listen, and with which recognizer: \(PipelineProfile.all.map(\.name).joined(separator: ", ")), or the name of a FILE in ~/.config/saybus/profiles. Other options override it.",
            valueName: "name"))
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "The sound's destination, as for saybus-audio --sink, such as device, null or wav:answer.wav; default: the loudspeaker, if there is one.",
            valueName: "sink"))
    var sink: String?

    @Option(
        help: ArgumentHelp(
            "The speech synthesizer, as for saybus-audio --engine: espeak-ng (the default), flite, piper, or auto, the best that is installed.",
            valueName: "engine"))
    var synthesizer: String?

    @Option(help: ArgumentHelp("The voice, by name or language, as saybus voices lists them.", valueName: "name"))
    var voice: String?

    @OptionGroup var recognizer: RecognitionEngineOptions

    @Option(help: ArgumentHelp("The broker's key pair, as for saybus-broker --key.", valueName: "key"))
    var brokerKey: String?

    @Option(
        help: ArgumentHelp("The access policy, as for saybus-broker --policy.", valueName: "file"))
    var policy: String?

    @Option(
        help: ArgumentHelp(
            "Start n instances of a stage, each for a share of the conversations, such as intent=2. Can be repeated.",
            valueName: "role=n"))
    var replicas: [Replicas] = []

    @Option(
        defaultAsFlag: "127.0.0.1:8765",
        help: ArgumentHelp(
            "Start saybus-console too, whose page has a microphone button and shows the bus; the address as for its --http.",
            valueName: "host:port"))
    var console: String?

    @Option(
        help: ArgumentHelp(
            "Leave a stage out, so that a program of your own takes its place: audio, dispatch, intent or transcribe. Can be repeated.",
            valueName: "role"))
    var without: [String] = []

    @OptionGroup var telemetry: TelemetryOptions

    @OptionGroup var options: BusOptions

    func validate() throws {
        if file == nil, host != nil { throw ValidationError("--host goes with FILE.") }
        let others = Self.others
        if file != nil, !others.isEmpty {
            throw ValidationError(
                "A pipeline file says what is started: put \(others.joined(separator: ", ")) into it.")
        }
        if let role = without.first(where: { !PipelinePlan.replaceable.contains(Role($0)) }) {
            let known = PipelinePlan.replaceable.sorted().listed()
            throw ValidationError("--without takes \(known), not \"\(role)\".")
        }
        if options.session != nil, !replicas.isEmpty {
            throw ValidationError("Leave out --replicas or --session: one conversation cannot be shared.")
        }
        if !wav.isEmpty, mic != nil {
            throw ValidationError("Choose the input: --wav FILE… or --mic [DEVICE], not both.")
        }
        let besideProfile = others.filter { $0 != "--profile" }
        if let profile, !besideProfile.isEmpty, PipelineProfile.named(profile) == nil,
            PipelineProfile.file(named: profile) != nil
        {
            throw ValidationError(
                "The profile \(profile) is a pipeline file, which says what is started: put \(besideProfile.joined(separator: ", ")) into it."
            )
        }
        if !wake.isEmpty, mic == nil, profile == nil { throw ValidationError("--wake goes with --mic.") }
        if noApp, !(app + skill).isEmpty { throw ValidationError("Leave out --no-app, or --app and --skill.") }
    }

    /// The options on the command line that do not count beside a pipeline file, since it says them itself.
    private static var others: [String] { GivenOptions.names().filter { !["--host", "--log"].contains($0) } }

    func run() async throws {
        try await reportingFailure("saybus up") {
            // The programs read the environment, as this program's own log does.
            if let log = options.log { setenv("SAYBUS_LOG", log.rawValue, 1) }
            let own = profile.flatMap { PipelineProfile.named($0) == nil ? PipelineProfile.file(named: $0) : nil }
            if let file = file ?? own ?? (Self.others.isEmpty ? PipelineFile.found : nil) {
                return try await run(file)
            }
            if let unused = PipelineFile.found {
                TextOutput.standardError.line(
                    "saybus up: \(unused) is not used, because of \(Self.others.joined(separator: ", "))")
            }
            let address = try options.address()
            let plan = try plan(at: address)
            try await SynthesizerCheck.run(plan)
            try await Up(plan, at: address).run()
        }
    }

    /// Runs the pipeline of a file, and takes its changes while it runs.
    private func run(_ path: String) async throws {
        let (file, address, pipeline) = try await PipelineFileOptions.pipeline(
            path, host: host, log: options.log?.rawValue)
        // The format of this program's own log, and its keys.
        for (name, value) in file.environment where name.hasPrefix("SAYBUS_") { setenv(name, value, 1) }
        let up = Up(
            pipeline, at: address,
            file: Up.File(path: path) { [host, log = options.log?.rawValue] in
                let (_, now, pipeline) = try await PipelineFileOptions.pipeline(path, host: host, log: log)
                guard now.url == address.url else {
                    throw StageFailure(
                        .configuration, "the bus is at \(address) until the next start, and cannot become \(now)")
                }
                return (pipeline, now)
            })
        try await up.run()
    }
}
