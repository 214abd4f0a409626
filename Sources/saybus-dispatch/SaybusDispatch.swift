import ArgumentParser
import Conversation
import Stage

/// `saybus-dispatch`
@main
struct SaybusDispatch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-dispatch",
        abstract: "Runs an app: publishes what it understands, carries out its commands, answers.",
        discussion: """
            Hears speech.intent and audio.playback; publishes catalog, command.invoked, audio.sequence and turn.ended.

            Example: saybus-dispatch --app deploy/examples/kitchen.yaml

            Exit codes: 0 after SIGTERM or SIGINT, 64 bad usage, 69 no broker, 78 the app file is wrong.
            """)

    @Option(help: ArgumentHelp("The app: a YAML file of commands, patterns and actions.", valueName: "file"))
    var app: String

    @OptionGroup var replica: ReplicaOptions
    @OptionGroup var options: StageOptions

    func run() async throws {
        try await reportingFailure("saybus-dispatch") {
            let stage = try DispatchStage(appFile: app)
            try await StageRunner(
                role: "dispatch", tracking: DispatchStage.tracking, app: stage.appName, options: options,
                placement: replica.placement
            ).run { try await stage.run($0) }
        }
    }
}
