import SaybusMessages
import SaybusSupport

/// The ids of the messages handled last, so that a retransmission is not handled twice. Pure; bounded.
public struct HandledMessages: Sendable {
    private var ids: GenerationalCache<MessageID, Void>

    /// Creates an empty record, which keeps at least the last `capacity` ids and at most twice as many.
    public init(capacity: Int = 8192) { ids = GenerationalCache(capacity: capacity) }

    /// Records an id.
    /// - Returns: False when the id was recorded before.
    public mutating func insert(_ id: MessageID) -> Bool { ids.insert(id) }

    /// Returns whether an id has been recorded.
    public func contains(_ id: MessageID) -> Bool { ids.contains(id) }

    /// Removes an id, because its message was not handled after all.
    public mutating func remove(_ id: MessageID) { ids[id] = nil }
}
