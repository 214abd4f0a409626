/// An error in reading an envelope, handling a request or storing an attribute.
public struct SkillError: Error, Sendable, CustomStringConvertible {
    /// The kinds of error that callers distinguish.
    public enum Code: String, Sendable, CaseIterable {
        /// The input is not JSON, or not an envelope.
        case badEnvelope = "bad-envelope"
        /// No handler accepts the request.
        case noHandler = "no-handler"
        /// The request is for another skill.
        case wrongSkill = "wrong-skill"
        /// The request is not an `IntentRequest`, and only an intent has the requested data.
        case noIntent = "no-intent"
        /// The request is outside of sessions, like those of the audio player.
        case noSession = "no-session"
        /// The skill has no store for persistent attributes.
        case noPersistence = "no-persistence"
        /// The request has no user, device or person to store attributes for.
        case noPartitionKey = "no-partition-key"
        /// The store cannot be read or written now. A retry may succeed.
        case storageBusy = "storage-busy"
        /// The disk is full.
        case storageFull = "storage-full"
        /// The stored data cannot be read.
        case storageCorrupt = "storage-corrupt"
        /// The store cannot be used.
        case storage
    }

    /// The kind of error, for programs; ``reason`` is for people.
    public let code: Code
    /// The problem and its remedy.
    public let reason: String
    /// The underlying error, if any.
    public let cause: (any Error)?

    /// Creates an error with a reason.
    public init(_ code: Code, _ reason: String, cause: (any Error)? = nil) {
        (self.code, self.reason, self.cause) = (code, reason, cause)
    }

    /// The same as ``reason``.
    public var description: String { reason }
}
