import SaybusConversation
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// One conversation with a YAML app: the entered topics, the last speech, and the voice's settings.
@ConversationActor
final class AppConversation: AudioEventListener {
    /// Maximum number of commands in one list.
    static let maximumCommands = 8

    /// The entered topics, without the root.
    private(set) var entered: Set<String> = []
    private(set) var settings: SpeechSettings
    private var app: App
    private var topics: [String: AppTopic] = [:]
    private var posted: [AudioEvent] = []

    /// Creates a conversation.
    /// - Parameter settings: The settings of the voice that an earlier run has kept.
    init(_ app: App, settings: SpeechSettings = SpeechSettings()) {
        (self.app, self.settings) = (app, settings)
        entered = app.openTopics
        build()
    }

    /// Replaces the app by a changed one. Entered topics that still exist stay entered, with those that contain them
    /// now.
    func change(to app: App) {
        let opened = app.openTopics.subtracting(self.app.openTopics)
        self.app = app
        entered = Set(entered.flatMap { app.path(to: $0) }).union(opened)
        build()
    }

    /// Returns the events to play when a topic posts events, as modified by the topics that contain it.
    func post(_ events: [AudioEvent], by topic: String) -> [AudioEvent] {
        guard !events.isEmpty else { return [] }
        posted = []
        let speaker = entered.contains(topic) ? topics[topic] : topics[App.Topic.root]
        speaker?.postEvents(AudioEventSequence(events: events))
        return posted
    }

    /// Applies an act to the conversation.
    /// - Returns: The events to play, and the control message for the audio stage; nil for none.
    func perform(_ act: ConversationAct) -> (events: [AudioEvent], control: AudioControl?) {
        switch act {
        case .enter(let name):
            let fresh = app.path(to: name).filter { !entered.contains($0) }
            for topic in fresh { enter(topic) }
            return (fresh.compactMap { app.topic($0) }.flatMap { $0.intro.audioEvents() }, nil)
        case .leave(let name):
            for topic in app.topics where entered.contains(topic.name) {
                if name.map({ app.path(to: topic.name).contains($0) }) ?? true { leave(topic.name) }
            }
            return ([], nil)
        case .tell(.help):
            let help = topics[App.Topic.root]?.contextHelp ?? []
            return (speech(help.isEmpty ? commandSentences : help), nil)
        case .tell(.commands): return (speech(commandSentences), nil)
        case .tell(.again):
            let last = topics[App.Topic.root]?.lastPostedEvents?.events.flatMap(\.operations) ?? []
            return (last.isEmpty ? speech([BuiltInSentence.nothingSaid.text()]) : last, nil)
        case .adjustSpeech(let type, let values):
            let said = Self.parameters[type].flatMap { values[$0] }
            let (control, sentence) = settings.apply(type, said: said)
            return (speech([sentence]), control)
        }
    }

    /// Collects the events that the root topic posts.
    func eventSource(_ source: any AudioEventSource, didPost sequence: AudioEventSequence) {
        posted += sequence.events.flatMap(\.operations)
    }

    /// The names of the parameters that the standard commands about the voice read, by the commands' types.
    nonisolated static let parameters = [
        StandardCommand.setSpeechRate: SetSpeechRateCommandRecognizer.parameterSpeechRate,
        StandardCommand.setSpeechVolume: SetSpeechVolumeCommandRecognizer.parameterSpeechVolume,
        StandardCommand.setVoice: SetVoiceCommandRecognizer.parameterVoice,
    ]

    private func build() {
        let last = topics[App.Topic.root]?.lastPostedEvents
        topics = Dictionary(
            app.topics.map { ($0.name, AppTopic($0)) }, uniquingKeysWith: { first, _ in first })
        // The last speech can be repeated after the file has changed.
        if let last { topics[App.Topic.root]?.postEvents(last) }
        topics[App.Topic.root]?.addListener(self)
        let again = entered
        entered = []
        for topic in app.topics where again.contains(topic.name) { enter(topic.name) }
    }

    private func enter(_ name: String) {
        guard let topic = topics[name], let parent = app.topic(name)?.parent else { return }
        topics[parent]?.addSubtopic(topic)
        entered.insert(name)
    }

    private func leave(_ name: String) {
        guard let topic = topics[name], let parent = app.topic(name)?.parent else { return }
        topics[parent]?.removeSubtopic(topic)
        entered.remove(name)
    }

    /// A sentence for each valid command.
    private var commandSentences: [String] {
        let catalog = app.catalog
        let all = app.commands.filter { $0.topic == App.Topic.root || entered.contains($0.topic) }.compactMap {
            command in
            command.summary
                ?? catalog.example(of: command.patterns.map(\.text), slots: command.slots).map {
                    BuiltInSentence.sayCommand.text(["example": $0])
                }
        }
        guard all.count > Self.maximumCommands else { return all }
        return all.prefix(Self.maximumCommands) + [
            BuiltInSentence.moreCommands.text(["count": "\(all.count - Self.maximumCommands)"])
        ]
    }

    private func speech(_ sentences: [String]) -> [AudioEvent] { sentences.map { .speech(.init($0)) } }
}
