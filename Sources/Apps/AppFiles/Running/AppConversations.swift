import SaybusConversation
import SaybusMessages
import Synchronization

/// The conversations with a YAML app that are not in their initial state. Bounded: the one idle for longest is dropped.
@ConversationActor
final class AppConversations {
    /// Maximum number of conversations.
    nonisolated static let capacity = 4096

    private var conversations: [Session: (conversation: AppConversation, used: Int)] = [:]
    private var uses = 0
    /// The app of the changed file; nil before a change.
    private var changedApp: App?
    /// The entered topics by session. Outside of the actor, so that turns that enter no topic need not wait for it.
    private nonisolated let topics = Mutex<[Session: Set<String>]>([:])
    /// Returns the topics that are entered from the beginning.
    private nonisolated let initial: @Sendable () -> Set<String>
    private nonisolated let changed: @Sendable ([Session: Set<String>]) -> Void
    /// Returns the store of an app for a session, which keeps the settings of the voice; nil for none.
    private nonisolated let store: @Sendable (String, Session) -> ConversationStore?

    /// Creates a host without conversations.
    /// - Parameters:
    ///   - initial: Returns the topics that are entered from the beginning.
    ///   - store: Returns the store of an app for a session, which keeps the settings of the voice; nil for none.
    ///   - changed: Receives the entered topics of all conversations after a change.
    nonisolated init(
        initial: @escaping @Sendable () -> Set<String> = { [] },
        store: @escaping @Sendable (String, Session) -> ConversationStore? = { _, _ in nil },
        changed: @escaping @Sendable ([Session: Set<String>]) -> Void = { _ in }
    ) {
        (self.initial, self.store, self.changed) = (initial, store, changed)
    }

    /// Returns the entered topics of a conversation.
    nonisolated func entered(in session: Session) -> Set<String> {
        topics.withLock { $0[session] } ?? initial()
    }

    /// Returns the events to play when a topic of an app posts events.
    nonisolated func post(
        _ events: [AudioEvent], by topic: String, of app: App, in session: Session
    ) async -> [AudioEvent] {
        guard !events.isEmpty, app.isConversational else { return events }
        return await conversation(session, app).post(events, by: topic)
    }

    /// Applies an act to a conversation.
    /// - Returns: The events to play, the control message for the audio stage, and the reason why new settings of the
    ///   voice are lost with the program; nil for none.
    func perform(
        _ act: ConversationAct, of app: App, in session: Session
    ) -> (events: [AudioEvent], control: AudioControl?, problem: String?) {
        let conversation = conversation(session, app)
        defer { update([session: conversation.entered]) }
        let before = conversation.settings
        let (events, control) = conversation.perform(act)
        guard conversation.settings != before else { return (events, control, nil) }
        do throws(ConversationStore.StoreError) {
            try store(app.name, session)?.set(SpeechSettings.storedName, to: conversation.settings)
            return (events, control, nil)
        } catch {
            return (events, control, "the voice settings are not kept: \(error)")
        }
    }

    /// Returns the messages that bring an audio stage to the settings of the voice in a session.
    func voiceControls(of app: App, in session: Session) -> [AudioControl] {
        (conversations[session]?.conversation.settings ?? keptSettings(of: app, in: session)).controls
    }

    private func keptSettings(of app: App, in session: Session) -> SpeechSettings {
        store(app.name, session)?.value(SpeechSettings.storedName) ?? SpeechSettings()
    }

    /// Replaces the app in all conversations after its file has changed.
    func change(to app: App) {
        changedApp = app
        for entry in conversations.values { entry.conversation.change(to: app) }
        // The app's catalog is another one even where the same topics are entered.
        update(conversations.mapValues(\.conversation.entered), isAlwaysReported: true)
    }

    private func update(_ entered: [Session: Set<String>], isAlwaysReported: Bool = false) {
        let now = topics.withLock { topics in
            let before = topics
            let initial = initial()
            for (session, names) in entered { topics[session] = names == initial ? nil : names }
            return topics == before && !isAlwaysReported ? nil : topics
        }
        if let now { changed(now) }
    }

    private func conversation(_ session: Session, _ app: App) -> AppConversation {
        // A turn that began before a change of the file has the former app. The conversation outlasts the turn.
        let app = changedApp ?? app
        uses += 1
        if conversations[session] == nil {
            if conversations.count >= Self.capacity,
                let oldest = conversations.min(by: { $0.value.used < $1.value.used })
            {
                conversations[oldest.key] = nil
                update([oldest.key: initial()])
            }
            conversations[session] = (AppConversation(app, settings: keptSettings(of: app, in: session)), uses)
        }
        conversations[session]?.used = uses
        return conversations[session]?.conversation ?? AppConversation(app)
    }
}

extension App {
    /// Whether any behaviour of the app depends on the state of a conversation.
    var isConversational: Bool {
        topics.count > 1
            || (commands.flatMap(\.actions) + requests.values.flatMap { $0.outcomes.flatMap(\.self) }).contains {
                action in
                switch action {
                case .tell, .adjustSpeech: true
                default: false
                }
            }
    }
}
