import SaybusConversation
import SaybusMessages
import Synchronization

/// The conversations with an app of a file that are not as they began. Bounded: the one that has been silent longest is forgotten.
@ConversationActor
final class AppConversations {
    /// How many are remembered.
    nonisolated static let capacity = 4096

    private var conversations: [Session: (conversation: AppConversation, used: Int)] = [:]
    private var uses = 0
    /// Kept beside the actor, so that turns in which no topic is entered need not wait for it.
    private nonisolated let topics = Mutex<[Session: Set<String>]>([:])
    private nonisolated let changed: @Sendable ([Session: Set<String>]) -> Void

    /// None yet.
    /// - Parameter changed: Told the topics that are entered, of all conversations, when those are others than before.
    nonisolated init(changed: @escaping @Sendable ([Session: Set<String>]) -> Void = { _ in }) {
        self.changed = changed
    }

    /// The topics that are entered, of all conversations.
    nonisolated var entered: [Session: Set<String>] { topics.withLock { $0 } }

    /// The topics that are entered in a conversation.
    nonisolated func entered(in session: Session) -> Set<String> { topics.withLock { $0[session] ?? [] } }

    /// What is heard when a topic of an app says something.
    nonisolated func post(
        _ events: [AudioEvent], by topic: String, of app: App, in session: Session
    ) async -> [AudioEvent] {
        guard !events.isEmpty, app.isConversational else { return events }
        return await conversation(session, app).post(events, by: topic)
    }

    /// Does something to a conversation.
    func perform(
        _ act: ConversationAct, of app: App, in session: Session
    ) -> (events: [AudioEvent], control: AudioControl?) {
        let conversation = conversation(session, app)
        defer { update([session: conversation.entered]) }
        return conversation.perform(act)
    }

    /// The app's file has changed.
    func change(to app: App) {
        for entry in conversations.values { entry.conversation.change(to: app) }
        update(conversations.mapValues(\.conversation.entered))
    }

    private func update(_ entered: [Session: Set<String>]) {
        let now = topics.withLock { topics in
            let before = topics
            for (session, names) in entered { topics[session] = names.isEmpty ? nil : names }
            return topics == before ? nil : topics
        }
        if let now { changed(now) }
    }

    private func conversation(_ session: Session, _ app: App) -> AppConversation {
        uses += 1
        if conversations[session] == nil {
            if conversations.count >= Self.capacity,
                let oldest = conversations.min(by: { $0.value.used < $1.value.used })
            {
                conversations[oldest.key] = nil
                update([oldest.key: []])
            }
            conversations[session] = (AppConversation(app), uses)
        }
        conversations[session]?.used = uses
        return conversations[session]?.conversation ?? AppConversation(app)
    }
}

extension App {
    /// Whether anything of it depends on what happened before in a conversation.
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
