import ArgumentParser
import Logging
import SaybusMessages
import SaybusPhrases
import SaybusStage

/// An app as a program. It serves every session of the bus with a separate conversation.
///
/// Each conversation has an instance of its own, which lives as long as the conversation. The instance is the place for
/// the state of the conversation.
///
/// ```swift
/// import SaybusConversation
///
/// @main
/// final class Greeter: ConversationApp {
///     private let topic = GreetingTopic()
///
///     func setUp(_ manager: ConversationManager) {
///         manager.commandRegistry = topic
///         manager.addAudioSource(topic, forTrack: .main)
///     }
/// }
/// ```
@ConversationActor
public protocol ConversationApp: SendableMetatype {
    /// The app's name on the bus: `[A-Za-z0-9._-]{1,64}`. The type's name in lower case unless given.
    nonisolated static var name: String { get }
    /// The BCP 47 language of the app's patterns, a label in its catalog; `en-US` unless given. The words of numbers,
    /// of yes and no, and the sentences that an app speaks by itself are those of `SAYBUS_LANGUAGE`.
    nonisolated static var language: String { get }
    /// A sentence about the app, for `--help`.
    nonisolated static var abstract: String { get }
    /// Creates the app of one conversation. Called when the conversation begins: with its first turn, that of the
    /// session `default`, or of `--session`, with the program. The instance is kept until the conversation ends.
    init()
    /// Sets up the conversation: its registry, sources and tracks. Called once, after ``init()``.
    ///
    /// With `--standby` it is also called at the program's start, for an instance that only tells the commands and is
    /// released at once. Nothing that this one speaks is heard, and what it keeps in
    /// ``ConversationManager/store`` is forgotten: another instance of the app may be using both.
    ///
    /// The first turn of a conversation waits for it, and fails when it throws, or takes longer than
    /// ``ConversationManager/standardHandlerTimeout``. The next turn sets up another one. The program is on the bus
    /// only after its first one, and logs one that takes longer.
    func setUp(_ manager: ConversationManager) async throws
}

extension ConversationApp {
    /// The default name: the type's name in lower case.
    public nonisolated static var name: String { "\(Self.self)".lowercased() }
    /// American English.
    public nonisolated static var language: String { "en-US" }
    /// A generic description.
    public nonisolated static var abstract: String { "Runs the app \(name) on a bus." }

    /// Parses the options of a stage and runs the app until the process gets SIGTERM, SIGINT or SIGHUP.
    public nonisolated static func main() async { await ConversationProgram<Self>.main() }

    /// Returns the manager of a new conversation with an instance of the app.
    /// - Parameter store: The values that are kept across restarts; nil for those of the app and the session.
    package static func makeManager(
        in session: Session = .default, store: ConversationStore? = nil
    ) async throws -> ConversationManager {
        let manager = ConversationManager(name: name, language: language, session: session, store: store)
        let app = Self()
        manager.retain(app as AnyObject)
        try await app.setUp(manager)
        return manager
    }
}

/// The command line of an app.
package struct ConversationProgram<App: ConversationApp>: AsyncParsableCommand {
    /// The configuration, with the app's name.
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: App.name, abstract: App.abstract,
            discussion: """
                A dispatch stage for all conversations of the bus, or for that of --session: publishes its catalog of commands, executes \
                recognized commands, asks questions and answers. Each conversation has its own state.

                Exit codes: 0 after SIGTERM, SIGINT or SIGHUP, 64 bad usage, 69 no broker, 78 an invalid key, policy or language \
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
    package init() {}

    /// Runs the app until the process gets SIGTERM, SIGINT or SIGHUP.
    package func run() async throws {
        try await reportingFailure(App.name) {
            let format = options.common.log ?? .ofEnvironment
            let beginning = try await Beginning(
                in: options.common.chosenSession ?? .default, isStandby: standby,
                logger: Logger(label: App.name, factory: { LogStream.handler($0, format) }))
            try Language.checkChosen()
            try await StageRunner(
                role: .dispatch, engine: ConversationManager.engine, tracking: ConversationManager.tracking,
                app: App.name, options: options, replicaMode: ReplicaMode(standby: standby)
            ).run { try await Self.run(beginning, $0) }
        }
    }

    /// The catalog and the problems of an app, known before its program is on the bus.
    package struct Beginning: Sendable {
        /// The catalog of all idle sessions.
        package let catalog: Catalog
        /// The app's problems so far.
        package let problems: [String]
        /// The first manager, which serves its own session; nil on standby.
        package let manager: ConversationManager?

        /// Sets the app up.
        /// - Parameters:
        ///   - isStandby: Whether another instance of the app may hold the conversations. Then the manager is released:
        ///     until the election, its timers would ring beside those of the other instance, and it would keep values
        ///     that the other one changes.
        ///   - logger: The logger for a setup that does not end.
        ///   - limit: The time after which such a setup is logged.
        @ConversationActor
        package init(
            in session: Session, isStandby: Bool, logger: Logger,
            limit: Duration = ConversationManager.standardHandlerTimeout
        ) async throws {
            let monitor = SetUpMonitor(limit: limit, logger: logger)
            defer { monitor.end() }
            let store = ConversationStore(app: App.name, session: session, isReadOnly: isStandby)
            let first = try await App.makeManager(in: session, store: store)
            // Before the problems, to which it may add.
            catalog = first.catalog
            problems = first.takeEarlyProblems()
            manager = isStandby ? nil : first
        }
    }

    /// Runs the conversations.
    @ConversationActor
    private static func run(_ beginning: Beginning, _ context: StageContext) async throws {
        var spare: ConversationManager? = beginning.manager
        let host = ConversationHost(context, catalog: beginning.catalog, first: context.session ?? .default) {
            session in
            if let manager = spare, manager.session == session {
                spare = nil
                return manager
            }
            return try await App.makeManager(in: session)
        }
        host.problems = beginning.problems
        try await host.run()
    }
}
