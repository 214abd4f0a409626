/// The catalogs of other sites that are refused, so that their sites can be told for as long as that lasts. Pure;
/// bounded.
struct RefusedCatalogs: Sendable {
    /// The most sites.
    static let maximumSites = 4096
    /// The most catalogs of a site that are counted.
    static let maximumPerSite = 1024

    private struct Refused: Sendable {
        var subjects: Set<LinkSubject> = []
        var reason = ""
    }

    private var sites: [SiteName: Refused] = [:]

    init() {}

    /// Returns a sentence about a site's catalogs that are refused; nil when none is.
    func problem(of site: SiteName) -> String? {
        sites[site].map { refused in
            let count = refused.subjects.count
            let what = count == 1 ? "a catalog of \(site) is" : "\(count) catalogs of \(site) are"
            return "\(what) refused: \(refused.reason)"
        }
    }

    /// Records a catalog that is refused.
    mutating func add(_ subject: LinkSubject, _ reason: String) {
        guard sites[subject.site] != nil || sites.count < Self.maximumSites else { return }
        var refused = sites[subject.site] ?? Refused()
        if refused.subjects.count < Self.maximumPerSite { refused.subjects.insert(subject) }
        refused.reason = reason
        sites[subject.site] = refused
    }

    /// Forgets a catalog that is taken or withdrawn.
    mutating func remove(_ subject: LinkSubject) {
        sites[subject.site]?.subjects.remove(subject)
        if sites[subject.site]?.subjects.isEmpty == true { sites[subject.site] = nil }
    }
}
