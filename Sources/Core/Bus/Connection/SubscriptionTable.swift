import SaybusMessages
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
        /// Nil: everything.
        let interests: [SubscriptionFilter]?
        let takesMalformed: Bool
        /// How many of its messages wait for its reader.
        let backlog: Backlog
        /// False when the reader's buffer is full.
        let yield: @Sendable (Received) -> Bool
        let finish: @Sendable () -> Void

        func wants(_ topic: Topic) -> Bool { interests?.contains { $0.includes(topic) } ?? true }

        /// What the subscriber socket must ask the broker for.
        var prefixes: [[UInt8]] { interests?.flatMap(\.prefixes) ?? [[]] }
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

    /// How many messages wait for their readers.
    var queued: Int { entries.values.reduce(0) { $0 + $1.backlog.count } }

    /// What is subscribed to by name, and whether anybody wants everything.
    var kinds: (named: Set<Kind>, isAll: Bool) {
        var (named, isAll) = (Set<Kind>(), false)
        for entry in entries.values {
            if let interests = entry.interests { named.formUnion(interests.map(\.kind)) } else { isAll = true }
        }
        return (named, isAll)
    }

    mutating func remove(_ id: Int) -> Entry? { entries.removeValue(forKey: id) }

    /// Takes no more.
    mutating func close() -> [Entry] {
        isClosed = true
        defer { entries = [:] }
        return Array(entries.values)
    }
}
