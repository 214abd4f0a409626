import ArgumentParser
import SaybusMessages
import SaybusPhrases
import SaybusStage

/// An app that is a program of its own.
///
/// ```swift
/// import Conversation
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
    /// What the app is, in a sentence for `--help`.
    static var abstract: String { get }
    /// Makes the conversation: the registry, the sources, the tracks.
    @ConversationActor static func setUp(_ manager: ConversationManager) async throws
}

extension ConversationApp {
    /// The type's name in lower case.
    public static var name: String { "\(Self.self)".lowercased() }
    /// A sentence for any app.
    public static var abstract: String { "Runs the app \(name) on a bus." }

    /// Parses the options of a stage and runs the app until it is told to stop.
    public static func main() async { await ConversationProgram<Self>.main() }
}

/// The command line of an app.
public struct ConversationProgram<App: ConversationApp>: AsyncParsableCommand {
    /// Named as the app.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: App.name, abstract: App.abstract,
            discussion: """
                Takes part in one conversation, that of --session, as a dispatch stage: publishes what it understands, carries out what is said, \
                asks, and answers.

                Exit codes: 0 after SIGTERM or SIGINT, 64 bad usage, 69 no broker.
                """)
    }

    /// Whether to work only while no other does.
    @Flag(
        help: ArgumentHelp(
            "Take over when no other instance of this app works, and stand ready until then.",
            discussion: "What a question has led to is not known to a successor: it begins with the next command."))
    var standby = false

    /// The options of every stage.
    @OptionGroup var options: StageOptions

    /// The parser makes them.
    public init() {}

    /// Runs the app until the program is told to stop.
    public func run() async throws {
        try await reportingFailure(App.name) {
            let manager = await ConversationManager(name: App.name)
            try await App.setUp(manager)
            // One conversation: so it is no dispatcher of the others, which do not wait for it.
            var options = options
            if options.common.session == nil { options.common.session = Session.default.rawValue }
            try Language.checkChosen()
            try await StageRunner(
                role: "dispatch", engine: ConversationManager.engine, tracking: ConversationManager.tracking,
                app: App.name, options: options, placement: ReplicaMode(standby: standby)
            ).run { try await manager.run($0) }
        }
    }
}
