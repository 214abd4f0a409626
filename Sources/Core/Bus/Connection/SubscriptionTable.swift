import SaybusMessages

/// The subscriptions of this process.
struct SubscriptionTable: Sendable {
    struct Entry: Sendable {
        /// The filters, at least one of which must match; nil matches everything.
        let filters: [SubscriptionFilter]?
        /// Whether the subscription is also for messages that were handled before.
        var takesRepeated = false
        /// The count of the messages that wait for the subscription's reader.
        let backlog: Backlog
        /// Puts an element into the reader's buffer. Returns false when the buffer is full.
        let yield: @Sendable (Received) -> Bool
        let finish: @Sendable () -> Void

        /// Whether the subscription is for everything on the wire, including malformed frames and stale messages.
        var isForEverything: Bool { filters == nil }

        func matches(_ topic: Topic) -> Bool { filters?.contains { $0.includes(topic) } ?? true }

        /// The prefixes that the subscriber socket must subscribe to.
        var prefixes: [[UInt8]] { filters?.flatMap(\.prefixes) ?? [[]] }
    }

    private var registry = Registry<Entry>()

    /// The subscriptions, by their ids.
    var entries: [Int: Entry] { registry.entries }

    /// Adds a subscription.
    /// - Returns: The id of the subscription; nil when the table is closed.
    mutating func add(_ entry: Entry) -> Int? { registry.add(entry) }

    /// Returns the subscriptions that match a topic.
    func subscribers(of topic: Topic) -> [Entry] { entries.values.filter { $0.matches(topic) } }

    /// The number of messages that wait for their readers.
    var queued: Int { entries.values.reduce(0) { $0 + $1.backlog.count } }

    /// The kinds subscribed to by name, and whether a subscription is for everything.
    var kinds: (named: Set<Kind>, isAll: Bool) {
        var (named, isAll) = (Set<Kind>(), false)
        for entry in entries.values {
            if let filters = entry.filters { named.formUnion(filters.map(\.kind)) } else { isAll = true }
        }
        return (named, isAll)
    }

    /// Removes a subscription.
    /// - Returns: The removed subscription; nil when there was none with this id.
    mutating func remove(_ id: Int) -> Entry? { registry.remove(id) }

    /// Removes and returns all subscriptions, and accepts no more.
    mutating func close() -> [Entry] { registry.close() }
}
