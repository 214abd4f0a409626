import SaybusMessages
import SaybusPhrases

/// An app: what can be said to it and what it does then.
public struct App: Sendable, Equatable {
    /// The app's name, as in ``Messages/Catalog``: `[A-Za-z0-9._-]{1,64}`.
    public var name: String
    /// BCP 47 language of the patterns.
    public var language: String
    /// The commands, in the order that decides ties.
    public var commands: [Command]
    /// The types that patterns name, besides text and numbers.
    public var slotTypes: [Catalog.SlotType]
    /// The topics, each before those inside it; the root is first.
    public var topics = [Topic(name: Topic.root, parent: nil)]
    /// The questions, by name.
    public var requests: [String: Request] = [:]
    /// What is heard when words fit no command.
    public var notUnderstood: [Action]
    /// What is heard when the recognizer fails; commands have their own.
    public var failed = App.defaultFailed
    /// The folder in which programs run unless an action names another; nil is the current one.
    public var folder: String?

    /// What is heard when words fit no command, unless the app says otherwise.
    public static let defaultNotUnderstood: [Action] = [
        .speak(Speech(Template(literal: "Sorry, I did not understand.")))
    ]
    /// What is heard when a command fails, unless the app says otherwise.
    public static let defaultFailed: [Action] = [.speak(Speech(Template(literal: "Sorry, that did not work.")))]

    /// Creates an app.
    public init(
        name: String, language: String = "en-US", commands: [Command], slotTypes: [Catalog.SlotType] = [],
        notUnderstood: [Action] = App.defaultNotUnderstood, folder: String? = nil
    ) {
        self.name = name
        self.language = language
        self.commands = commands
        self.slotTypes = slotTypes
        self.notUnderstood = notUnderstood
        self.folder = folder
    }

    /// What recognizers need to know of the app.
    public var catalog: Catalog {
        Catalog(
            app: name, language: language,
            commands: commands.map {
                Catalog.Command(type: $0.type, patterns: $0.patterns.map(\.text), summary: $0.summary)
            }, slotTypes: slotTypes.isEmpty ? nil : slotTypes)
    }

    /// The command of a type; nil when there is none.
    public func command(_ type: String) -> Command? { commands.first { $0.type == type } }

    /// What is heard when words fit no command, as events.
    public var notUnderstoodEvents: [AudioEvent] { Self.events(notUnderstood) }

    /// What is heard when the recognizer fails, as events.
    var failedEvents: [AudioEvent] { Self.events(failed) }

    private static func events(_ actions: [Action]) -> [AudioEvent] {
        actions.compactMap { try? $0.audioEvent(values: [:]) }
    }
}
