import SaybusMessages

/// A registry of the dispatchers whose apps may understand words that fit no pattern, by code of their own, from their
/// catalogs on the bus. Pure; bounded.
struct OwnMatcherApps: Sendable {
    /// Maximum number of dispatchers. Further ones are ignored.
    static let capacity = 1024
    private static let fieldName = Array("\"phrases\"".utf8)

    /// The commands that code understands, by their dispatchers.
    private var catalogs: [Source: Catalog] = [:]

    /// Returns whether the JSON of a catalog may list such commands. Cheaper than to decode it.
    static func mayBeListed(in json: [UInt8]) -> Bool {
        json.indices.contains { json[$0] == fieldName[0] && json[$0...].starts(with: fieldName) }
    }

    /// Applies the newest catalog of a dispatcher; nil for one without such commands.
    mutating func apply(_ catalog: Catalog?, of dispatcher: Source) {
        guard var catalog, catalogs[dispatcher] != nil || catalogs.count < Self.capacity else {
            catalogs[dispatcher] = nil
            return
        }
        catalog.commands.removeAll { $0.phrases == nil }
        (catalog.slotTypes, catalog.rules, catalog.skipWords) = (nil, nil, nil)
        catalogs[dispatcher] = catalog.commands.isEmpty ? nil : catalog
    }

    /// Returns the names of the apps that have such commands in a session.
    /// - Parameter isReady: Returns whether a dispatcher carries out the turns of the session.
    func apps(in session: Session, where isReady: (Source) -> Bool) -> Set<String> {
        let serving = catalogs.filter { dispatcher, catalog in
            let absent = catalog.absent(in: session)
            return catalog.commands.contains { !absent.contains($0.type) } && isReady(dispatcher)
        }
        return Set(serving.values.map(\.app))
    }
}
