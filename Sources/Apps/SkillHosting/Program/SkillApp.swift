import ArgumentParser
import SaybusConversation
import SaybusPhrases
import SaybusSkills
import SaybusStage

/// A skill as a program.
///
/// ```swift
/// import SaybusSkillHosting
/// import SaybusSkills
///
/// @main
/// struct Hello: SkillApp {
///     static var skill: any Skill {
///         SkillBuilders.custom().addRequestHandlers(HelloWorldIntentHandler()).create()
///     }
/// }
/// ```
///
/// The program connects to a bus by itself. With `--json-lines` it is a child process of `saybus-dispatch
/// --skill` instead.
public protocol SkillApp: SendableMetatype {
    /// The skill's name on the bus, `[A-Za-z0-9._-]{1,64}`. The default is the type's name in lower case.
    static var name: String { get }
    /// A description of the skill for `--help`.
    static var abstract: String { get }
    /// The file of the interaction model, used without `--model`; nil makes `--model` mandatory.
    static var modelFile: String? { get }
    /// The skill. The program reads this property once.
    static var skill: any Skill { get throws }
}

extension SkillApp {
    /// The type's name in lower case.
    public static var name: String { "\(Self.self)".lowercased() }
    /// A generic description.
    public static var abstract: String { "Runs the skill \(name) on a bus." }
    /// Nil, so that `--model` is mandatory.
    public static var modelFile: String? { nil }

    /// Parses the options of a stage and runs the skill until the process gets SIGTERM, SIGINT or SIGHUP.
    public static func main() async { await SkillProgram<Self>.main() }
}

/// The command line of a skill.
public struct SkillProgram<App: SkillApp>: AsyncParsableCommand {
    /// The command's configuration, named like the skill.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: App.name, abstract: App.abstract,
            discussion: """
                A dispatch stage for all conversations of the bus, or for that of --session. The user opens the skill by its \
                invocation name, and it answers while its session is open. Each conversation has its own session.

                Exit codes: 0 after SIGTERM, SIGINT or SIGHUP, 64 bad usage, 66 the model cannot be read, \
                69 no broker, 78 the model has errors.
                """)
    }

    /// The path of the interaction model.
    @Option(help: ArgumentHelp("The interaction model, as exported by the Alexa developer console.", valueName: "file"))
    var model: String?

    /// Whether to answer JSON lines instead of connecting to the bus.
    @Flag(
        help:
            "Run without a bus: read requests from standard input and write responses to standard output, one line of JSON each."
    )
    var jsonLines = false

    /// Whether to send `TimeoutRequest`s, which Alexa does not have.
    @Flag(help: "Send the skill a TimeoutRequest when the user does not answer its question.")
    var timeoutRequests = false

    /// Whether the skill answers `CanFulfillIntentRequest`.
    @Flag(
        help:
            "Take the skill's intents without its name, too: it is asked with CanFulfillIntentRequest, and competes with others."
    )
    var nameFree = false

    /// The options of every stage.
    @OptionGroup var options: StageOptions

    /// Creates an empty command for the argument parser.
    public init() {}

    /// Runs the skill until the process gets SIGTERM, SIGINT or SIGHUP.
    public func run() async throws {
        try await reportingFailure(App.name) {
            let skill = try App.skill
            guard !jsonLines else { return await EnvelopeLines(skill).run() }
            guard let file = model ?? App.modelFile else {
                throw StageFailure(.usage, "--model is missing: the file of the interaction model")
            }
            let model = try SkillModel(contentsOf: file, app: App.name, isNameFree: nameFree)
            let stage = SkillStage(model: model, skill: skill, asksAfterSilence: timeoutRequests)
            try Language.checkChosen()
            try await StageRunner(
                role: .dispatch, engine: ConversationManager.engine, tracking: ConversationManager.tracking,
                app: App.name, options: options
            ).run { try await stage.run($0) }
        }
    }
}
