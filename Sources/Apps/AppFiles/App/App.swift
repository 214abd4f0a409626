import SaybusMessages
import SaybusPhrases

/// An app: its commands, topics and questions, and their actions.
public struct App: Sendable, Equatable {
    /// The app's name, as in `Catalog`: `[A-Za-z0-9._-]{1,64}`.
    public var name: String
    /// The language of the patterns (BCP 47).
    var language: String
    /// The commands. On a tie, the first command wins.
    public var commands: [Command]
    /// The slot types that the patterns use, in addition to text and numbers.
    var slotTypes: [Catalog.SlotType]
    /// The topics, each before its subtopics. The root topic is first.
    var topics = [Topic(name: Topic.root, parent: nil)]
    /// The questions, by name.
    var requests: [String: Request] = [:]
    /// The actions to play for an utterance that matches no command.
    public var notUnderstood: [Action]
    /// The actions to play when the recognizer fails. Commands have their own.
    var failed = App.defaultFailed
    /// The default working directory of programs; nil is the current directory.
    public var folder: String?
    /// Words without meaning wherever they occur in an utterance; empty for none.
    var skipWords: [String] = []
    /// The secrets of requests and programs.
    var secrets = AppSecrets()

    /// The types that patterns may use without a definition, each with the built-in type of the phrases' language.
    static let standardTypes = [
        "Duration": "AMAZON.DURATION", "Time": "AMAZON.TIME", "Date": "AMAZON.DATE", "Ordinal": "AMAZON.Ordinal",
        "Integer": "AMAZON.NUMBER", "Digits": "digits", "PhoneNumber": "AMAZON.PhoneNumber",
        "Letters": "AMAZON.AlphaNumeric",
    ]

    /// The names of the types whose values are digits or letters, which are spoken one by one.
    var spelledTypes: Set<String> {
        Set(slotTypes.filter { $0.base.map(TimeForms.isSpelled) == true }.map(\.name))
    }

    /// Default actions for an utterance that matches no command.
    public static let defaultNotUnderstood: [Action] = [
        .speak(Speech(Template(literal: BuiltInSentence.notUnderstood.text())))
    ]
    /// Default actions for a failed command.
    static let defaultFailed: [Action] = [.speak(Speech(Template(literal: BuiltInSentence.failed.text())))]

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

    /// All actions: those of commands, of questions' outcomes, and of utterances that are not understood, each followed
    /// by those that it schedules.
    var actions: [Action] {
        let outcomes = requests.sorted { $0.key < $1.key }.flatMap { $0.value.outcomes.flatMap(\.self) }
        return (commands.flatMap(\.actions) + outcomes + notUnderstood).flatMap(\.withScheduled)
    }

    /// The app's catalog for recognizers.
    public var catalog: Catalog {
        Catalog(
            app: name, language: language, commands: commands.map(\.inCatalog),
            slotTypes: slotTypes.isEmpty ? nil : slotTypes,
            skipWords: skipWords.isEmpty ? nil : skipWords)
    }

    /// Returns the command of a type; nil without one.
    func command(_ type: String) -> Command? { commands.first { $0.type == type } }

    /// The audio events for an utterance that matches no command.
    var notUnderstoodEvents: [AudioEvent] { notUnderstood.audioEvents() }

    /// The audio events for a failed recognizer.
    var failedEvents: [AudioEvent] { failed.audioEvents() }
}
