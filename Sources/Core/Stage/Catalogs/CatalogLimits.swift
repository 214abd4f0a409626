/// The limits of what a recognizer keeps of the catalogs that others publish.
///
/// The publisher of a catalog is the user whose key the broker has verified, and on a bus without keys the source
/// that the header names.
public struct CatalogLimits: Sendable, Equatable {
    /// The most catalogs of one publisher.
    public var catalogs = 64
    /// The most patterns, rules and values in the catalogs of one publisher.
    public var phrases = 200_000
    /// The most bytes of text in the catalogs of one publisher.
    public var bytes = 16 << 20
    /// The most bytes of a catalog's revision, which each intent, transcript and status repeats.
    public var revisionBytes = 256
    /// The most changes that one publisher can make at once. Later ones wait.
    public var changes = 100
    /// The changes a second by one publisher in the long run.
    public var changesPerSecond = 20.0
    /// The most catalogs of all publishers.
    public var totalCatalogs = 1024
    /// The most bytes of text in the catalogs of all publishers.
    public var totalBytes = 64 << 20

    /// Creates the limits of all recognizers.
    public init() {}
}
