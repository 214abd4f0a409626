import ArgumentParser
import SaybusAppFiles
import SaybusConversation
import SaybusHomeAssistant
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
                      saybus-dispatch --home-assistant http://homeassistant.local:8123 --token-file token --sentences intents
                      saybus-dispatch --no-app

            Exit codes: 0 after SIGTERM, SIGINT or SIGHUP, 64 bad usage, 66 the file of the app or the skill cannot be read, 69 no broker, \
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

    @OptionGroup var home: HomeOptions
    @OptionGroup var replica: ReplicaOptions
    @OptionGroup var options: StageOptions

    func run() async throws {
        // Checked here rather than in `validate()`, which the parser calls before it reports unknown options.
        let chosen = [app != nil, skill != nil, noApp].count(where: \.self)
        guard chosen == 1 || chosen == 0 && home.homeAssistant != nil else {
            throw ValidationError(
                "Give --app, --skill or --no-app, one of the three; --home-assistant alone or beside one of them.")
        }
        try await reportingFailure("saybus-dispatch") {
            let home = try home.settings()
            guard let home else { return try await dispatch() }
            try Language.checkChosen()
            // Home Assistant is a remote app in the same process: any dispatcher of the bus sends it its commands.
            try await withThrowingTaskGroup(of: Void.self) { [options] group in
                group.addTask {
                    try await StageRunner(
                        role: HomeAssistantStage.role, engine: "home-assistant", tracking: HomeAssistantStage.tracking,
                        app: HomeAssistantOptions.app, options: options, isEmbedded: true
                    ).run { try await HomeAssistantStage(home).run($0) }
                }
                defer { group.cancelAll() }
                try await dispatch()
            }
        }
    }

    private func dispatch() async throws {
        if let skill {
            let stage = try SkillStage(descriptionFile: skill)
            try Language.checkChosen()
            try await StageRunner(
                role: .dispatch, engine: ConversationManager.engine, tracking: ConversationManager.tracking,
                app: stage.model.app, options: options, replicaMode: replica.replicaMode
            ).run { try await stage.run($0) }
        } else {
            let stage = try app.map { path throws(StageFailure) in try AppFileStage(appFile: path) } ?? .withoutApp
            try Language.checkChosen()
            try await StageRunner(
                role: .dispatch, tracking: AppFileStage.tracking, app: stage.appName, options: options,
                replicaMode: replica.replicaMode
            ).run { try await stage.run($0) }
        }
    }
}
