import ArgumentParser
import SaybusConversation
import SaybusPhrases
import SaybusSkills
import SaybusStage

/// A skill that is a program of its own.
///
/// ```swift
/// import SkillHosting
/// import Skills
///
/// @main
/// struct Hello: SkillApp {
///     static var skill: any Skill {
///         SkillBuilders.custom().addRequestHandlers(HelloWorldIntentHandler()).create()
///     }
/// }
/// ```
///
/// It takes part in a conversation on a bus by itself; with `--json-lines` it is a child of `saybus-dispatch --skill` instead.
public protocol SkillApp: SendableMetatype {
    /// The skill's name on the bus: `[A-Za-z0-9._-]{1,64}`. The type's name in lower case unless given.
    static var name: String { get }
    /// What the skill is, in a sentence for `--help`.
    static var abstract: String { get }
    /// The interaction model's file, when `--model` names none; nil when it must be named.
    static var modelFile: String? { get }
    /// The skill; asked for once.
    static var skill: any Skill { get throws }
}

extension SkillApp {
    /// The type's name in lower case.
    public static var name: String { "\(Self.self)".lowercased() }
    /// A sentence for any skill.
    public static var abstract: String { "Runs the skill \(name) on a bus." }
    /// None.
    public static var modelFile: String? { nil }

    /// Parses the options of a stage and runs the skill until it is told to stop.
    public static func main() async { await SkillProgram<Self>.main() }
}

/// The command line of a skill.
public struct SkillProgram<App: SkillApp>: AsyncParsableCommand {
    /// Named as the skill.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: App.name, abstract: App.abstract,
            discussion: """
                Takes part in all conversations of the bus, or in that of --session, as a dispatch stage: it is called by its invocation name, \
                and answers while its session is open. Each conversation has a session of its own.

                Exit codes: 0 after SIGTERM or SIGINT, 64 bad usage, 66 the model cannot be read, 69 no broker, 78 it is wrong.
                """)
    }

    /// The interaction model.
    @Option(help: ArgumentHelp("The interaction model, as Alexa's developer console writes it.", valueName: "file"))
    var model: String?

    /// Whether to answer lines instead of the bus.
    @Flag(
        help:
            "Take no part in a bus: answer each line of JSON on standard input, a request, with a line on standard output."
    )
    var jsonLines = false

    /// Whether to send requests that Alexa has not.
    @Flag(help: "Tell the skill with a TimeoutRequest when nobody answers its question.")
    var timeoutRequests = false

    /// The options of every stage.
    @OptionGroup var options: StageOptions

    /// The parser makes them.
    public init() {}

    /// Runs the skill until the program is told to stop.
    public func run() async throws {
        try await reportingFailure(App.name) {
            let skill = try App.skill
            guard !jsonLines else { return try await EnvelopeLines(skill).run() }
            guard let file = model ?? App.modelFile else {
                throw StageFailure(.usage, "--model is missing: the file of the interaction model")
            }
            let model = try SkillModel(contentsOf: file, app: App.name)
            let stage = SkillStage(model: model, skill: skill, asksAfterSilence: timeoutRequests)
            try Language.checkChosen()
            try await StageRunner(
                role: "dispatch", engine: ConversationManager.engine, tracking: ConversationManager.tracking,
                app: App.name, options: options
            ).run { try await stage.run($0) }
        }
    }
}
