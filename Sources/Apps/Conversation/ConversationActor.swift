/// Where conversations happen: topics, handlers, requests and the manager run here, one at a time, so that none of them needs a lock.
///
/// A handler may `await`; what must not be done here is to block the thread.
@globalActor
public actor ConversationActor {
    /// The one.
    public static let shared = ConversationActor()
}
