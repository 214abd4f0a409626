import SaybusMessages

/// A store of persistent attributes.
public protocol PersistenceAdapter: Sendable {
    /// Returns the attributes saved for the request's user, device or person; empty when nothing was saved.
    func getAttributes(requestEnvelope: RequestEnvelope) async throws -> [String: JSONValue]
    /// Saves attributes, replacing the earlier ones.
    func saveAttributes(requestEnvelope: RequestEnvelope, attributes: [String: JSONValue]) async throws
    /// Deletes the saved attributes. Not every store supports this.
    func deleteAttributes(requestEnvelope: RequestEnvelope) async throws
}

extension PersistenceAdapter {
    /// Throws ``SkillError/Code/storage``, since this store cannot delete attributes.
    public func deleteAttributes(requestEnvelope: RequestEnvelope) async throws {
        throw SkillError(.storage, "\(Self.self) cannot delete attributes; save empty ones instead")
    }
}
