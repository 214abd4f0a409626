import Messages

/// The newest retained message per topic and owner. Pure; bounded in messages and bytes.
struct RetainedStore: Sendable {
    struct Key: Hashable, Sendable {
        let topic: Topic
        let owner: Source
    }

    private struct Entry {
        let order: UInt64
        let frames: [[UInt8]]
        var size: Int { frames.reduce(0) { $0 + $1.count } }
    }

    private var entries: [Key: Entry] = [:]
    private var order: UInt64 = 0
    private(set) var bytes = 0
    private let maximumCount: Int
    private let maximumBytes: Int

    init(maximumCount: Int = 16_384, maximumBytes: Int = 64 << 20) {
        (self.maximumCount, self.maximumBytes) = (maximumCount, maximumBytes)
    }

    var count: Int { entries.count }

    /// Keeps a message in the place of its predecessor.
    /// - Returns: False when there is no room: the predecessor stays then.
    mutating func put(_ frames: [[UInt8]], for key: Key) -> Bool {
        let entry = Entry(order: order + 1, frames: frames)
        let predecessor = entries[key]
        guard predecessor != nil || entries.count < maximumCount,
            bytes - (predecessor?.size ?? 0) + entry.size <= maximumBytes
        else { return false }
        remove(key)
        order += 1
        entries[key] = entry
        bytes += entry.size
        return true
    }

    mutating func remove(_ key: Key) {
        if let entry = entries.removeValue(forKey: key) { bytes -= entry.size }
    }

    /// Forgets all that somebody said.
    mutating func remove(owner: Source) {
        for key in entries.keys where key.owner == owner { remove(key) }
    }

    /// The messages whose topic begins with a prefix, the oldest first.
    func matching(_ prefix: ArraySlice<UInt8>) -> [[[UInt8]]] {
        entries.values.filter { $0.frames[0].starts(with: prefix) }.sorted { $0.order < $1.order }.map(\.frames)
    }
}
