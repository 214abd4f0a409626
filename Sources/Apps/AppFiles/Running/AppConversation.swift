import SaybusConversation
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// One conversation with an app of a file: the topics that are entered, what was said last, how the voice speaks.
@ConversationActor
final class AppConversation: AudioEventListener {
    /// How many commands are told at once.
    static let maximumCommands = 8

    /// The topics that are entered, without the root.
    private(set) var entered: Set<String> = []
    private(set) var settings = SpeechSettings()
    private var app: App
    private var topics: [String: AppTopic] = [:]
    private var posted: [AudioEvent] = []

    init(_ app: App) {
        self.app = app
        build()
    }

    /// Goes on with a changed app: topics that are still there stay entered.
    func change(to app: App) {
        self.app = app
        entered = Set(app.topics.lazy.map(\.name)).intersection(entered)
        build()
    }

    /// What is heard when a topic says something: what the topics that it is in make of it.
    func post(_ events: [AudioEvent], by topic: String) -> [AudioEvent] {
        guard !events.isEmpty else { return [] }
        posted = []
        let speaker = entered.contains(topic) ? topics[topic] : topics[App.Topic.root]
        speaker?.postEvents(AudioEventSequence(events: events))
        return posted
    }

    /// Does something to the conversation; gives what is heard, and what the audio stage is told.
    func perform(_ act: ConversationAct) -> (events: [AudioEvent], control: AudioControl?) {
        switch act {
        case .enter(let name):
            let fresh = app.path(to: name).filter { !entered.contains($0) }
            for topic in fresh { enter(topic) }
            return (fresh.compactMap { app.topic($0) }.flatMap { sounds($0.intro) }, nil)
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
            return (last.isEmpty ? speech(["I have not said anything yet."]) : last, nil)
        case .adjustSpeech(let type, let values):
            let said = Self.parameters[type].flatMap { values[$0] }
            let (control, sentence) = settings.apply(type, said: said)
            return (speech([sentence]), control)
        }
    }

    /// Takes what the root posts.
    func eventSource(_ source: any AudioEventSource, didPost sequence: AudioEventSequence) {
        posted += sequence.events.flatMap(\.operations)
    }

    private static let parameters = [
        StandardCommand.setSpeechRate: SetSpeechRateCommandRecognizer.parameterSpeechRate,
        StandardCommand.setSpeechVolume: SetSpeechVolumeCommandRecognizer.parameterSpeechVolume,
        StandardCommand.setVoice: SetVoiceCommandRecognizer.parameterVoice,
    ]

    private func build() {
        let last = topics[App.Topic.root]?.lastPostedEvents
        topics = Dictionary(
            app.topics.map { ($0.name, AppTopic($0)) }, uniquingKeysWith: { first, _ in first })
        // What was said can be said again, whatever has changed in the file.
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

    /// What can be said now, a sentence for each command.
    private var commandSentences: [String] {
        let catalog = app.catalog
        let all = app.commands.filter { $0.topic == App.Topic.root || entered.contains($0.topic) }.compactMap {
            command in
            command.summary ?? catalog.example(of: command.patterns.map(\.text)).map { "Say \"\($0)\"." }
        }
        guard all.count > Self.maximumCommands else { return all }
        return all.prefix(Self.maximumCommands) + ["And \(all.count - Self.maximumCommands) more."]
    }

    private func speech(_ sentences: [String]) -> [AudioEvent] { sentences.map { .speech(.init($0)) } }

    private func sounds(_ actions: [Action]) -> [AudioEvent] { actions.compactMap { try? $0.audioEvent(values: [:]) } }
}
