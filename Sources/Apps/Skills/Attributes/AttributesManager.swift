import SaybusMessages
import Synchronization

/// What is kept: request attributes for one request, session attributes for a session, persistent attributes for good.
///
/// What the getters give is shared: changing it is enough, and the setters replace all of it. Persistent attributes are written
/// by ``savePersistentAttributes()`` only.
public final class AttributesManager: Sendable {
    private struct State {
        var request = Attributes<any Sendable>()
        var session: Attributes<JSONValue>?
        /// Nil until read or set.
        var persistent: Attributes<JSONValue>?
    }

    private let requestEnvelope: RequestEnvelope
    private let adapter: (any PersistenceAdapter)?
    private let state: Mutex<State>

    /// The attributes of a request.
    ///
    /// - Parameter persistenceAdapter: Keeps the persistent ones; nil for none.
    public init(requestEnvelope: RequestEnvelope, persistenceAdapter: (any PersistenceAdapter)? = nil) {
        (self.requestEnvelope, adapter) = (requestEnvelope, persistenceAdapter)
        state = Mutex(State(session: requestEnvelope.session.map { Attributes($0.attributes ?? [:]) }))
    }

    // MARK: Request attributes

    /// What interceptors and handlers hand over to each other; empty at first.
    public func getRequestAttributes() -> Attributes<any Sendable> { state.withLock { $0.request } }

    /// Replaces the request attributes.
    public func setRequestAttributes(requestAttributes: [String: any Sendable]) {
        let attributes = Attributes(requestAttributes)
        state.withLock { $0.request = attributes }
    }

    // MARK: Session attributes

    /// What comes back with the session's next request.
    ///
    /// Throws ``SkillError/Code/noSession`` for a request outside of sessions.
    public func getSessionAttributes() throws -> Attributes<JSONValue> {
        try state.withLock { state in
            guard let session = state.session else { throw Self.noSession }
            return session
        }
    }

    /// Replaces the session attributes.
    ///
    /// Throws ``SkillError/Code/noSession`` for a request outside of sessions.
    public func setSessionAttributes(sessionAttributes: [String: JSONValue]) throws {
        let attributes = Attributes(sessionAttributes)
        try state.withLock { state in
            guard state.session != nil else { throw Self.noSession }
            state.session = attributes
        }
    }

    // MARK: Persistent attributes

    /// What was saved; empty when nothing was.
    ///
    /// Throws ``SkillError/Code/noPersistence``, or what the adapter throws.
    ///
    /// - Parameters:
    ///   - useSessionCache: Whether what was read or set in this request before is enough; else it is read again.
    ///   - defaultAttributes: What there is when nothing was saved.
    public func getPersistentAttributes(
        useSessionCache: Bool = true, defaultAttributes: [String: JSONValue] = [:]
    ) async throws -> Attributes<JSONValue> {
        let adapter = try persistence
        if useSessionCache, let cached = state.withLock({ $0.persistent }) { return cached }
        let stored = try await adapter.getAttributes(requestEnvelope: requestEnvelope)
        let attributes = Attributes(stored.isEmpty ? defaultAttributes : stored)
        return state.withLock { state in
            // What was set while it was read is newer.
            if useSessionCache, let newer = state.persistent { return newer }
            state.persistent = attributes
            return attributes
        }
    }

    /// Replaces the persistent attributes; they are not saved by this.
    ///
    /// Throws ``SkillError/Code/noPersistence``.
    public func setPersistentAttributes(persistentAttributes: [String: JSONValue]) throws {
        _ = try persistence
        let attributes = Attributes(persistentAttributes)
        state.withLock { $0.persistent = attributes }
    }

    /// Saves the persistent attributes, if this request has read or set them.
    ///
    /// Throws ``SkillError/Code/noPersistence``, or what the adapter throws.
    public func savePersistentAttributes() async throws {
        let adapter = try persistence
        guard let attributes = state.withLock({ $0.persistent }) else { return }
        try await adapter.saveAttributes(requestEnvelope: requestEnvelope, attributes: attributes.values)
    }

    /// Deletes what was saved, and forgets what was read or set.
    ///
    /// Throws ``SkillError/Code/noPersistence``, or what the adapter throws.
    public func deletePersistentAttributes() async throws {
        try await persistence.deleteAttributes(requestEnvelope: requestEnvelope)
        state.withLock { $0.persistent = nil }
    }

    private var persistence: any PersistenceAdapter {
        get throws {
            guard let adapter else {
                throw SkillError(
                    .noPersistence, "there are no persistent attributes: give the skill a store, withPersistenceAdapter"
                )
            }
            return adapter
        }
    }

    private static var noSession: SkillError {
        SkillError(.noSession, "there are no session attributes: the request is outside of sessions")
    }
}
