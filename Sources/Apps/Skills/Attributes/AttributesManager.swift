import SaybusMessages
import Synchronization

/// The attributes of a request, its session and its user.
///
/// Request attributes last for one request, session attributes for a session. Persistent attributes last until
/// deleted. The getters return shared objects, so changing them is enough; the setters replace all values. Only
/// ``savePersistentAttributes()`` writes persistent attributes to the store.
public final class AttributesManager: Sendable {
    private struct State {
        var request = Attributes<any Sendable>()
        var session: Attributes<JSONValue>?
        /// The persistent attributes; nil until read or set.
        var persistent: Attributes<JSONValue>?
    }

    private let requestEnvelope: RequestEnvelope
    private let adapter: (any PersistenceAdapter)?
    private let state: Mutex<State>

    /// Creates the attributes of a request.
    ///
    /// - Parameters:
    ///   - requestEnvelope: The request.
    ///   - persistenceAdapter: The store of the persistent attributes; nil for none.
    public init(requestEnvelope: RequestEnvelope, persistenceAdapter: (any PersistenceAdapter)? = nil) {
        (self.requestEnvelope, adapter) = (requestEnvelope, persistenceAdapter)
        state = Mutex(State(session: requestEnvelope.session.map { Attributes($0.attributes ?? [:]) }))
    }

    // MARK: Request attributes

    /// Returns the request attributes, by which interceptors and handlers pass values to each other. They are
    /// empty at the start of a request.
    public func getRequestAttributes() -> Attributes<any Sendable> { state.withLock { $0.request } }

    /// Replaces the request attributes.
    public func setRequestAttributes(requestAttributes: [String: any Sendable]) {
        let attributes = Attributes(requestAttributes)
        state.withLock { $0.request = attributes }
    }

    // MARK: Session attributes

    /// Returns the session attributes. The host sends them back with the session's next request.
    ///
    /// - Throws: ``SkillError/Code/noSession`` for a request outside of sessions.
    public func getSessionAttributes() throws -> Attributes<JSONValue> {
        try state.withLock { state in
            guard let session = state.session else { throw Self.noSession }
            return session
        }
    }

    /// Replaces the session attributes.
    ///
    /// - Throws: ``SkillError/Code/noSession`` for a request outside of sessions.
    public func setSessionAttributes(sessionAttributes: [String: JSONValue]) throws {
        let attributes = Attributes(sessionAttributes)
        try state.withLock { state in
            guard state.session != nil else { throw Self.noSession }
            state.session = attributes
        }
    }

    // MARK: Persistent attributes

    /// Returns the persistent attributes, or the defaults when nothing was saved.
    ///
    /// - Parameters:
    ///   - useSessionCache: Whether to return attributes that this request has already read or set. False reads
    ///     the store again.
    ///   - defaultAttributes: The attributes to return when nothing was saved.
    /// - Throws: ``SkillError/Code/noPersistence`` when the skill has no store, or an error of the store.
    public func getPersistentAttributes(
        useSessionCache: Bool = true, defaultAttributes: [String: JSONValue] = [:]
    ) async throws -> Attributes<JSONValue> {
        let adapter = try persistence
        if useSessionCache, let cached = state.withLock({ $0.persistent }) { return cached }
        let stored = try await adapter.getAttributes(requestEnvelope: requestEnvelope)
        let attributes = Attributes(stored.isEmpty ? defaultAttributes : stored)
        return state.withLock { state in
            // Attributes set during the read are newer.
            if useSessionCache, let newer = state.persistent { return newer }
            state.persistent = attributes
            return attributes
        }
    }

    /// Replaces the persistent attributes without saving them.
    ///
    /// - Throws: ``SkillError/Code/noPersistence`` when the skill has no store.
    public func setPersistentAttributes(persistentAttributes: [String: JSONValue]) throws {
        _ = try persistence
        let attributes = Attributes(persistentAttributes)
        state.withLock { $0.persistent = attributes }
    }

    /// Saves the persistent attributes, if this request has read or set them.
    ///
    /// - Throws: ``SkillError/Code/noPersistence`` when the skill has no store, or an error of the store.
    public func savePersistentAttributes() async throws {
        let adapter = try persistence
        guard let attributes = state.withLock({ $0.persistent }) else { return }
        try await adapter.saveAttributes(requestEnvelope: requestEnvelope, attributes: attributes.values)
    }

    /// Deletes the saved attributes, and discards those read or set in this request.
    ///
    /// - Throws: ``SkillError/Code/noPersistence`` when the skill has no store, or an error of the store.
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
