import SaybusMessages

/// The catalog of one instance of an app in a ``CatalogRegistry``.
struct RegisteredCatalog: Sendable {
    let source: Source
    /// The publisher whose limits count: the one that the broker has verified, or the instance on a bus without keys.
    let publisher: String
    /// The session of the catalog's header.
    let session: Session
    let catalog: Catalog
    let size: CatalogSize
    /// Whether the instance has published a status since.
    var isAlive = false
    /// Whether its newest status says that it stops or has ended.
    var isLeaving = false
}
