import Messages
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

    nonisolated init() {}

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
        defer { topics.withLock { $0[session] = conversation.entered.isEmpty ? nil : conversation.entered } }
        return conversation.perform(act)
    }

    /// The app's file has changed.
    func change(to app: App) {
        for (session, entry) in conversations {
            entry.conversation.change(to: app)
            let entered = entry.conversation.entered
            topics.withLock { $0[session] = entered.isEmpty ? nil : entered }
        }
    }

    private func conversation(_ session: Session, _ app: App) -> AppConversation {
        uses += 1
        if conversations[session] == nil {
            if conversations.count >= Self.capacity,
                let oldest = conversations.min(by: { $0.value.used < $1.value.used })
            {
                conversations[oldest.key] = nil
                topics.withLock { $0[oldest.key] = nil }
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
