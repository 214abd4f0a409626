/// The global actor of conversations. Topics, handlers, requests and the manager run on it, one at a time, so
/// that none needs a lock.
///
/// A handler may `await`, but must not block the thread.
@globalActor
public actor ConversationActor {
    /// The shared instance.
    public static let shared = ConversationActor()
}
