import SaybusMessages

/// Keeps attributes for good.
public protocol PersistenceAdapter: Sendable {
    /// What was saved for whoever asks; empty when nothing was.
    func getAttributes(requestEnvelope: RequestEnvelope) async throws -> [String: JSONValue]
    /// Saves attributes in place of those that were.
    func saveAttributes(requestEnvelope: RequestEnvelope, attributes: [String: JSONValue]) async throws
    /// Deletes what was saved; not every store can.
    func deleteAttributes(requestEnvelope: RequestEnvelope) async throws
}

extension PersistenceAdapter {
    /// Says that this store cannot.
    public func deleteAttributes(requestEnvelope: RequestEnvelope) async throws {
        throw SkillError(.storage, "\(Self.self) cannot delete attributes; save empty ones instead")
    }
}
