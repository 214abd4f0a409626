import Messages

/// The catalogs of all apps, newest each, as recognizers need them. Pure; bounded.
///
/// Several instances may publish the catalog of one app: replicas, one on standby, one that was killed beside the one started in its place. The app is
/// understood as long as one of them is there; the one heard of last says how.
public struct CatalogBook: Sendable {
    /// In the order in which they came.
    private var catalogs: [(source: Source, catalog: Catalog)] = []
    private var gone: Set<Source> = []
    private let capacity: Int

    /// A book for so many catalogs; more are not taken note of.
    public init(capacity: Int = 1024) { self.capacity = capacity }

    /// Takes note of an app's catalog; an empty one means that the app has gone.
    /// - Returns: Whether anything changed.
    public mutating func note(_ message: Message<Catalog>) -> Bool {
        let source = message.header.source
        return changes { book in
            if let index = book.catalogs.firstIndex(where: { $0.source == source }) {
                // The same again is no news, and does not make it the newest.
                if book.catalogs[index].catalog == message.body, !book.gone.contains(source) { return }
                book.catalogs.remove(at: index)
            }
            book.gone.remove(source)
            guard !message.body.commands.isEmpty else { return }
            if book.catalogs.count >= book.capacity { book.makeRoom() }
            if book.catalogs.count < book.capacity { book.catalogs.append((source, message.body)) }
        }
    }

    /// Takes note of how an app's instance is: one that is lost may come back, one that has stopped does not.
    /// - Returns: Whether anything changed.
    public mutating func note(_ status: StageStatus) -> Bool {
        guard let source = Source(role: status.role, instance: status.instance),
            catalogs.contains(where: { $0.source == source })
        else { return false }
        return changes { book in
            switch status.state {
            case .lost: book.gone.insert(source)
            case .stopped, .failed:
                book.catalogs.removeAll { $0.source == source }
                book.gone.remove(source)
            case .starting, .ready, .standby, .draining: book.gone.remove(source)
            }
        }
    }

    /// One of each app, by name, so that the order of arrival of different apps decides nothing.
    public var all: [Catalog] {
        var newest: [String: Catalog] = [:]
        for (source, catalog) in catalogs where !gone.contains(source) { newest[catalog.app] = catalog }
        return newest.values.sorted { $0.app < $1.app }
    }

    private mutating func changes(_ change: (inout CatalogBook) -> Void) -> Bool {
        let before = all
        change(&self)
        return all != before
    }

    private mutating func makeRoom() {
        guard let index = catalogs.firstIndex(where: { gone.contains($0.source) }) else { return }
        gone.remove(catalogs.remove(at: index).source)
    }
}
