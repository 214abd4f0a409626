/// Why an envelope cannot be read, a request not handled, or an attribute not kept.
public struct SkillError: Error, Sendable, CustomStringConvertible {
    /// The cause, as far as callers tell causes apart.
    public enum Code: String, Sendable, CaseIterable {
        /// The JSON is none, or no envelope.
        case badEnvelope = "bad-envelope"
        /// No handler takes the request.
        case noHandler = "no-handler"
        /// The request is meant for another skill.
        case wrongSkill = "wrong-skill"
        /// The request is no intent, and only an intent has what was asked for.
        case noIntent = "no-intent"
        /// The request is outside of sessions, as those of the audio player are.
        case noSession = "no-session"
        /// The skill has nothing to keep persistent attributes with.
        case noPersistence = "no-persistence"
        /// The request names nobody to keep attributes for.
        case noPartitionKey = "no-partition-key"
        /// Stored attributes cannot be read or written now; another try may do.
        case storageBusy = "storage-busy"
        /// The disk is full.
        case storageFull = "storage-full"
        /// What is stored cannot be read.
        case storageCorrupt = "storage-corrupt"
        /// The store cannot be used.
        case storage
    }

    /// The cause.
    public let code: Code
    /// What happened and what to do.
    public let reason: String
    /// What it came from, where another error is the cause.
    public let cause: (any Error)?

    /// An error with a sentence.
    public init(_ code: Code, _ reason: String, cause: (any Error)? = nil) {
        (self.code, self.reason, self.cause) = (code, reason, cause)
    }

    /// The sentence.
    public var description: String { reason }
}
