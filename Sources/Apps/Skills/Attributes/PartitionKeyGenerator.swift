/// A function that returns the key under which a request's attributes are stored.
public struct PartitionKeyGenerator: Sendable {
    /// Returns the key of a request, and throws when the request has no such key.
    public let key: @Sendable (RequestEnvelope) throws -> String

    /// Creates a custom generator.
    public init(_ key: @escaping @Sendable (RequestEnvelope) throws -> String) { self.key = key }

    /// Keys by the user's account.
    public static let userId = PartitionKeyGenerator { try $0.userId() }

    /// Keys by the device.
    public static let deviceId = PartitionKeyGenerator { envelope in
        guard let id = envelope.context.system.device?.deviceId else { throw Self.nobody("device") }
        return id
    }

    /// Keys by the recognized speaker, or by the account when the speaker is unknown.
    public static let personId = PartitionKeyGenerator { envelope in
        try envelope.context.system.person?.personId ?? envelope.userId()
    }

    fileprivate static func nobody(_ what: String) -> SkillError {
        SkillError(.noPartitionKey, "the request names no \(what) to keep attributes for")
    }
}

extension RequestEnvelope {
    fileprivate func userId() throws -> String {
        guard let id = context.system.user?.userId else { throw PartitionKeyGenerator.nobody("user") }
        return id
    }
}
