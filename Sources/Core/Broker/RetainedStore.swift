import SaybusMessages

/// A store of the newest retained message per topic and owner. Pure; bounded in messages and bytes, for each
/// publisher and in all.
struct RetainedStore: Sendable {
    struct Key: Hashable, Sendable {
        let topic: Topic
        let owner: Source
    }

    /// The result of storing a message.
    enum Outcome: Sendable, Equatable {
        case kept
        /// The publisher's quota is used up, so the previous message stays.
        case quotaReached
        /// The store is full, even without the messages of lost owners, so the previous message stays.
        case full
    }

    /// The divisor of the store's size for a publisher's quota, which is a quarter of the store.
    static let quotaDivisor = 4

    private struct Entry {
        let order: UInt64
        let publisher: String
        let frames: [[UInt8]]
        let size: Int
    }

    private struct Use {
        var count = 0
        var bytes = 0
    }

    private var entries: [Key: Entry] = [:]
    private var uses: [String: Use] = [:]
    /// The owners that are lost or have failed, with the order number of the message stored last before that.
    private var gone: [Source: UInt64] = [:]
    private var order: UInt64 = 0
    private var total = Use()
    private let most: Use

    init(maximumCount: Int = 16_384, maximumBytes: Int = 64 << 20) {
        most = Use(count: maximumCount, bytes: maximumBytes)
    }

    var count: Int { total.count }
    var bytes: Int { total.bytes }

    /// Stores a message in place of the previous one of its key.
    /// - Parameter publisher: The account whose quota the message counts against: the owner of the CURVE key,
    ///   or else the header's source.
    mutating func put(_ frames: [[UInt8]], for key: Key, by publisher: String) -> Outcome {
        let entry = Entry(
            order: order + 1, publisher: publisher, frames: frames, size: frames.reduce(0) { $0 + $1.count })
        let quota = Use(count: most.count / Self.quotaDivisor, bytes: most.bytes / Self.quotaDivisor)
        guard fits(entry, in: key, of: uses[publisher] ?? Use(), quota, ifOwn: publisher) else { return .quotaReached }
        while !fits(entry, in: key, of: total, most, ifOwn: nil) {
            guard let oldest = gone.min(by: { $0.value < $1.value })?.key else { return .full }
            remove(owner: oldest)
        }
        remove(key)
        order += 1
        entries[key] = entry
        add(entry, 1)
        return .kept
    }

    private func fits(_ entry: Entry, in key: Key, of use: Use, _ most: Use, ifOwn publisher: String?) -> Bool {
        let old = entries[key].flatMap { publisher == nil || $0.publisher == publisher ? $0 : nil }
        return use.count - (old == nil ? 0 : 1) < most.count
            && use.bytes - (old?.size ?? 0) + entry.size <= most.bytes
    }

    private mutating func add(_ entry: Entry, _ sign: Int) {
        total.count += sign
        total.bytes += sign * entry.size
        uses[entry.publisher, default: Use()].count += sign
        uses[entry.publisher, default: Use()].bytes += sign * entry.size
        if uses[entry.publisher]?.count == 0 { uses[entry.publisher] = nil }
    }

    mutating func remove(_ key: Key) {
        if let entry = entries.removeValue(forKey: key) { add(entry, -1) }
    }

    /// Removes all messages of an owner.
    mutating func remove(owner: Source) {
        for key in entries.keys where key.owner == owner { remove(key) }
        gone[owner] = nil
    }

    /// Removes all messages of a publisher.
    mutating func remove(publisher: String) {
        for (key, entry) in entries where entry.publisher == publisher { remove(key) }
    }

    /// Records whether an owner is lost or has failed. Its messages then stay until their room is needed.
    mutating func mark(_ owner: Source, isGone: Bool) {
        if isGone { gone[owner] = gone[owner] ?? order } else { gone[owner] = nil }
    }

    /// Returns the messages whose topic begins with a prefix, the oldest first.
    func matching(_ prefix: ArraySlice<UInt8>) -> [[[UInt8]]] {
        entries.values.filter { $0.frames[0].starts(with: prefix) }.sorted { $0.order < $1.order }.map(\.frames)
    }
}
