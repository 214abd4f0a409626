import SaybusMessages

/// The room for a catalog in a ``CatalogRegistry``, within the limits of its publisher and of all catalogs together.
struct CatalogRoom {
    /// The catalogs beside which it is kept.
    private(set) var others: [RegisteredCatalog]
    /// The apps of the catalogs that make room for it.
    private(set) var apps: Set<String> = []
    /// The catalog of a present instance that makes room for it; nil for none.
    private(set) var displaced: RegisteredCatalog?
    /// The limit that the catalog is above, as part of a sentence; nil when it is within all.
    private(set) var excess: String?

    /// Makes room for a catalog.
    /// - Parameters:
    ///   - entry: The catalog.
    ///   - others: The catalogs whose place it does not take.
    ///   - limits: The limits.
    ///   - isPresent: Returns whether an instance is there, and has not withdrawn its catalog.
    init(
        for entry: RegisteredCatalog, beside others: [RegisteredCatalog], _ limits: CatalogLimits,
        isPresent: (RegisteredCatalog) -> Bool
    ) {
        self.others = others
        if others.count(where: { $0.publisher == entry.publisher }) >= limits.catalogs {
            // The catalog of a lost instance makes room, or that of an older instance of the same app.
            let index =
                others.firstIndex { $0.publisher == entry.publisher && !isPresent($0) }
                ?? others.firstIndex { $0.publisher == entry.publisher && $0.catalog.app == entry.catalog.app }
            if let index { apps.insert(self.others.remove(at: index).catalog.app) }
        }
        if self.others.count >= limits.totalCatalogs,
            let index = self.others.firstIndex(where: { !isPresent($0) })
                ?? self.others.firstIndex(where: { !$0.isAlive })
        {
            let other = self.others.remove(at: index)
            apps.insert(other.catalog.app)
            if isPresent(other) { displaced = other }
        }
        excess = Self.excess(of: entry, beside: self.others, limits)
    }

    private static func excess(
        of entry: RegisteredCatalog, beside others: [RegisteredCatalog], _ limits: CatalogLimits
    ) -> String? {
        let publisher = entry.publisher
        let ofPublisher = others.filter { $0.publisher == publisher }
        let size = ofPublisher.reduce(entry.size) { $0 + $1.size }
        if ofPublisher.count >= limits.catalogs { return "\(publisher) has \(limits.catalogs) catalogs already" }
        if size.phrases > limits.phrases {
            return "the catalogs of \(publisher) have more than \(limits.phrases) phrases"
        }
        if size.bytes > limits.bytes { return "the catalogs of \(publisher) have more than \(limits.bytes) bytes" }
        if entry.catalog.revision.utf8.count > limits.revisionBytes {
            return "its revision has more than \(limits.revisionBytes) bytes"
        }
        if others.count >= limits.totalCatalogs { return "there are \(limits.totalCatalogs) catalogs already" }
        if others.reduce(entry.size.bytes, { $0 + $1.size.bytes }) > limits.totalBytes {
            return "all catalogs have more than \(limits.totalBytes) bytes"
        }
        return nil
    }
}
