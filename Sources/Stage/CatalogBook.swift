import Messages

/// The catalogs of all apps, newest each, as recognizers need them. Pure.
public struct CatalogBook: Sendable {
    private var catalogs: [Source: Catalog] = [:]
    private let capacity: Int

    /// A book for so many apps; more are not taken note of.
    public init(capacity: Int = 1024) { self.capacity = capacity }

    /// Takes note of an app's catalog; an empty one means that the app has gone.
    /// - Returns: Whether anything changed.
    public mutating func note(_ message: Message<Catalog>) -> Bool {
        let before = catalogs[message.header.source]
        if message.body.commands.isEmpty {
            catalogs[message.header.source] = nil
            return before != nil
        }
        // A restarted app has another source, and its predecessor may have had no time to say goodbye.
        let predecessors = catalogs.filter { $0.key != message.header.source && $0.value.app == message.body.app }.keys
        for source in predecessors { catalogs[source] = nil }
        guard before != nil || catalogs.count < capacity else { return !predecessors.isEmpty }
        catalogs[message.header.source] = message.body
        return before != message.body || !predecessors.isEmpty
    }

    /// All of them, by name, so that the order of arrival decides nothing.
    public var all: [Catalog] { catalogs.values.sorted { $0.app < $1.app } }
}
