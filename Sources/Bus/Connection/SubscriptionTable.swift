import Messages
import Synchronization

/// What a subscription is handed: a message, or frames that were none.
public enum Received: Sendable {
    /// A message whose envelope is right.
    case message(RawMessage)
    /// Frames that are no message, and why.
    case malformed(MessageError)
}

/// Who in this process wants which messages.
struct SubscriptionTable: Sendable {
    struct Entry: Sendable {
        let kinds: Set<Kind>?
        let session: Session?
        let takesMalformed: Bool
        /// False when the reader's buffer is full.
        let yield: @Sendable (Received) -> Bool
        let finish: @Sendable () -> Void

        func wants(_ topic: Topic) -> Bool {
            (kinds?.contains(topic.kind) ?? true) && (session.map { $0 == topic.session } ?? true)
        }

        /// What the subscriber socket must ask the broker for.
        var prefixes: [[UInt8]] {
            guard let kinds else { return [[]] }
            return kinds.sorted { $0.rawValue < $1.rawValue }.map { kind in
                session.map { Topic(kind, $0).bytes } ?? Topic.prefix(kind)
            }
        }
    }

    private(set) var entries: [Int: Entry] = [:]
    private var nextID = 0
    private var isClosed = false

    /// - Returns: Nil when the table is closed: nothing will ever come.
    mutating func add(_ entry: Entry) -> Int? {
        guard !isClosed else { return nil }
        nextID += 1
        entries[nextID] = entry
        return nextID
    }

    mutating func remove(_ id: Int) -> Entry? { entries.removeValue(forKey: id) }

    /// Takes no more.
    mutating func close() -> [Entry] {
        isClosed = true
        defer { entries = [:] }
        return Array(entries.values)
    }
}
