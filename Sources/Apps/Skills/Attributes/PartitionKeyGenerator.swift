/// Who or what attributes are kept for.
public struct PartitionKeyGenerator: Sendable {
    /// The key of a request; throws when it names nobody.
    public let key: @Sendable (RequestEnvelope) throws -> String

    /// A generator of one's own.
    public init(_ key: @escaping @Sendable (RequestEnvelope) throws -> String) { self.key = key }

    /// For the user's account.
    public static let userId = PartitionKeyGenerator { try $0.userId() }

    /// For the device.
    public static let deviceId = PartitionKeyGenerator { envelope in
        guard let id = envelope.context.system.device?.deviceId else { throw Self.nobody("device") }
        return id
    }

    /// For the person whose voice it is; for the account when it is not known whose.
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
