import SaybusMessages

/// The messages that a stream has not taken yet. Pure; bounded in bytes. Times are microseconds of a steady clock.
///
/// A message is handed over again, with the same `Nats-Msg-Id`, after 1 s, 2 s, 4 s … and when the line is back, until
/// the server answers or the deadline has passed.
struct StoreQueue: Sendable {
    private struct Entry: Sendable {
        var message: LineMessage
        var due: Int64
        var pause: Int64
        let expires: Int64
        let order: UInt64
    }

    /// The most bytes that wait.
    static let maximumBytes = 16 << 20
    private static let firstPause: Int64 = 1_000_000
    private static let maximumPause: Int64 = 8_000_000

    private var entries: [MessageID: Entry] = [:]
    private var bytes = 0
    private var order: UInt64 = 0
    /// Whether the streams have refused the last message that was handed over.
    private var isRefusing = false

    init() {}

    /// The number of messages that wait.
    var count: Int { entries.count }

    /// Returns whether a message waits.
    func contains(_ id: MessageID) -> Bool { entries[id] != nil }

    /// Returns whether there is room for a catalog. They may fill one half, and leave the other to what people say.
    func hasRoom(forCatalog message: LineMessage) -> Bool { bytes + message.size <= Self.maximumBytes / 2 }

    /// Adds a message that is handed over now.
    /// - Returns: False when there is no room.
    mutating func add(_ message: LineMessage, _ id: MessageID, life: Int64, now: Int64) -> Bool {
        guard entries[id] == nil, bytes + message.size <= Self.maximumBytes else { return entries[id] != nil }
        order += 1
        bytes += message.size
        entries[id] = Entry(
            message: message, due: now + Self.firstPause, pause: Self.firstPause, expires: now + life, order: order)
        return true
    }

    /// Removes a message that the stream has taken, or that is not wanted any more.
    /// - Returns: False when it did not wait.
    @discardableResult
    mutating func remove(_ id: MessageID) -> Bool {
        guard let entry = entries.removeValue(forKey: id) else { return false }
        bytes -= entry.message.size
        return true
    }

    /// Removes a message that a stream has, and counts it. A refusal before it is over.
    /// - Returns: False when it did not wait.
    mutating func stored(_ id: MessageID, isDuplicate: Bool, _ counters: inout LinkCounters) -> Bool {
        guard remove(id) else { return false }
        counters.stored += 1
        if isDuplicate { counters.duplicates += 1 }
        if isRefusing { counters.solved() }
        isRefusing = false
        return true
    }

    /// Records that no stream takes a message, which waits on.
    mutating func refused(_ sentence: String, at now: Int64, _ counters: inout LinkCounters) {
        isRefusing = true
        counters.record(sentence, at: now)
    }

    /// Returns the messages to hand over again, and those that have expired.
    mutating func tick(now: Int64, isConnected: Bool) -> (again: [(MessageID, LineMessage)], expired: [MessageID]) {
        guard !entries.isEmpty else { return ([], []) }
        let expired = entries.filter { $0.value.expires <= now }.map(\.key)
        for id in expired { remove(id) }
        guard isConnected else { return ([], expired) }
        let due = entries.filter { $0.value.due <= now }.sorted { $0.value.order < $1.value.order }
        for (id, entry) in due {
            entries[id]?.pause = min(entry.pause * 2, Self.maximumPause)
            entries[id]?.due = now + entry.pause * 2
        }
        return (due.map { ($0.key, $0.value.message) }, expired)
    }

    /// Makes all messages due, because the line is back.
    mutating func reconnected(now: Int64) {
        for id in entries.keys { entries[id]?.due = now }
    }
}
