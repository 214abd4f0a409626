import ArgumentParser
import SaybusAppFiles
import SaybusConversation
import SaybusPhrases
import SaybusSkillHosting
import SaybusStage

/// The `saybus-dispatch` program.
@main
struct DispatchMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-dispatch",
        abstract:
            "Runs an app or an Alexa skill: publishes its catalog of commands, executes recognized commands, and answers.",
        discussion: """
            Subscribes mainly to speech.intent and audio.playback; publishes mainly catalog, command.invoked, audio.sequence and turn.ended.

            Examples: saybus-dispatch --app deploy/examples/kitchen.yaml
                      saybus-dispatch --skill deploy/examples/pizza-place
                      saybus-dispatch --no-app

            Exit codes: 0 after SIGTERM or SIGINT, 64 bad usage, 66 the file of the app or the skill cannot be read, 69 no broker, \
            78 the file has errors.
            """,
        version: ProjectVersion.current)

    @Option(help: ArgumentHelp("The app: a YAML file of commands, patterns and actions.", valueName: "file"))
    var app: String?

    @Option(
        help: ArgumentHelp(
            "The skill: a YAML file, or a folder with a skill.yaml, that names its interaction model and its endpoint.",
            discussion: "Each conversation has its own session with the skill.", valueName: "file"))
    var skill: String?

    @Flag(help: "Run no app of its own, and dispatch the commands of the apps in other languages.")
    var noApp = false

    @OptionGroup var replica: ReplicaOptions
    @OptionGroup var options: StageOptions

    func run() async throws {
        // Checked here rather than in `validate()`, which the parser calls before it reports unknown options.
        guard [app != nil, skill != nil, noApp].count(where: \.self) == 1 else {
            throw ValidationError("Give --app, --skill or --no-app, one of the three.")
        }
        try await reportingFailure("saybus-dispatch") {
            if let skill {
                let stage = try SkillStage(descriptionFile: skill)
                try Language.checkChosen()
                try await StageRunner(
                    role: "dispatch", engine: ConversationManager.engine, tracking: ConversationManager.tracking,
                    app: stage.model.app, options: options, placement: replica.placement
                ).run { try await stage.run($0) }
            } else {
                let stage = try app.map { path throws(StageFailure) in try AppFileStage(appFile: path) } ?? .withoutApp
                try Language.checkChosen()
                try await StageRunner(
                    role: "dispatch", tracking: AppFileStage.tracking, app: stage.appName, options: options,
                    placement: replica.placement
                ).run { try await stage.run($0) }
            }
        }
    }
}
