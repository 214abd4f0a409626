import ArgumentParser
import SaybusDispatch
import SaybusMessages
import SaybusPhrases
import SaybusStage

/// An app as a program. It serves every session of the bus with a separate conversation.
///
/// ```swift
/// import SaybusConversation
///
/// @main
/// struct Greeter: ConversationApp {
///     static func setUp(_ manager: ConversationManager) {
///         let topic = GreetingTopic()
///         manager.commandRegistry = topic
///         manager.addAudioSource(topic, forTrack: .main)
///     }
/// }
/// ```
public protocol ConversationApp: SendableMetatype {
    /// The app's name on the bus: `[A-Za-z0-9._-]{1,64}`. The type's name in lower case unless given.
    static var name: String { get }
    /// A sentence about the app, for `--help`.
    static var abstract: String { get }
    /// Sets up the conversation of one session: its registry, sources and tracks. Called once for each conversation.
    ///
    /// The manager can keep objects for the life of the conversation: see ``ConversationManager/retain(_:)``.
    @ConversationActor static func setUp(_ manager: ConversationManager) async throws
}

extension ConversationApp {
    /// The default name: the type's name in lower case.
    public static var name: String { "\(Self.self)".lowercased() }
    /// A generic description.
    public static var abstract: String { "Runs the app \(name) on a bus." }

    /// Parses the options of a stage and runs the app until the process gets SIGTERM or SIGINT.
    public static func main() async { await ConversationProgram<Self>.main() }
}

/// The command line of an app.
public struct ConversationProgram<App: ConversationApp>: AsyncParsableCommand {
    /// The configuration, with the app's name.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: App.name, abstract: App.abstract,
            discussion: """
                A dispatch stage for all conversations of the bus, or for that of --session: publishes its catalog of commands, executes \
                recognized commands, asks questions and answers. Each conversation has its own state.

                Exit codes: 0 after SIGTERM or SIGINT, 64 bad usage, 69 no broker, 78 an invalid key, policy or language \
                file.
                """)
    }

    /// Whether to stand by until no other instance of this app works.
    @Flag(
        help: ArgumentHelp(
            "Run as a standby: take over when no other instance of this app is active.",
            discussion: "The state of an open question is not handed over: the successor begins with the next command.")
    )
    var standby = false

    /// The options of every stage.
    @OptionGroup var options: StageOptions

    /// Creates an unparsed command.
    public init() {}

    /// Runs the app until the process gets SIGTERM or SIGINT.
    public func run() async throws {
        try await reportingFailure(App.name) {
            let first = try await Self.makeManager()
            try Language.checkChosen()
            try await StageRunner(
                role: "dispatch", engine: ConversationManager.engine, tracking: ConversationManager.tracking,
                app: App.name, options: options, placement: ReplicaMode(standby: standby)
            ).run { try await Self.run(first, $0) }
        }
    }

    /// Runs the conversations. The first manager, whose catalog is that of all idle sessions, serves the first one.
    @ConversationActor
    private static func run(_ first: ConversationManager, _ context: StageContext) async throws {
        var spare: ConversationManager? = first
        try await ConversationHost(context, catalog: first.catalog) { _ in
            if let manager = spare {
                spare = nil
                return manager
            }
            return try await makeManager()
        }.run()
    }

    @ConversationActor
    private static func makeManager() async throws -> ConversationManager {
        let manager = ConversationManager(name: App.name)
        try await App.setUp(manager)
        return manager
    }
}
