/// A rule for the key under which the attributes of a request are stored.
public struct PartitionKeyGenerator: Sendable {
    /// Returns the key for a request, and throws when the request does not contain one.
    public let key: @Sendable (RequestEnvelope) throws -> String

    /// Creates a custom generator.
    public init(_ key: @escaping @Sendable (RequestEnvelope) throws -> String) { self.key = key }

    /// Uses the id of the user's account as the key.
    public static let userId = PartitionKeyGenerator { try $0.userId() }

    /// Uses the id of the device as the key.
    public static let deviceId = PartitionKeyGenerator { envelope in
        guard let id = envelope.context.system.device?.deviceId else { throw Self.missing("device") }
        return id
    }

    /// Uses the id of the recognized speaker as the key, or that of the account when the speaker is unknown.
    public static let personId = PartitionKeyGenerator { envelope in
        try envelope.context.system.person?.personId ?? envelope.userId()
    }

    fileprivate static func missing(_ what: String) -> SkillError {
        SkillError(.noPartitionKey, "the request names no \(what) to keep attributes for")
    }
}

extension RequestEnvelope {
    fileprivate func userId() throws -> String {
        guard let id = context.system.user?.userId else { throw PartitionKeyGenerator.missing("user") }
        return id
    }
}
