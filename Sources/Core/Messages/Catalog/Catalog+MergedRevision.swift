extension Catalog {
    /// Returns the merged revision of several catalogs: their revisions, sorted and joined by `+`; nil when
    /// there are none.
    public static func mergedRevision(of catalogs: some Sequence<Catalog>) -> String? {
        let revisions = Set(catalogs.lazy.map(\.revision)).sorted()
        return revisions.isEmpty ? nil : revisions.joined(separator: "+")
    }
}
