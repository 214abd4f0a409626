import SaybusSupport

/// A detector of two links that ask by turns under one name, such as those of copied cards. Pure; bounded.
struct SiteRuns: Sendable {
    /// The number of times that a former run asks again from which there are two. One that was replaced by a restart
    /// never does.
    static let minimumReturns = 3

    private struct Runs: Sendable {
        var newest: String
        var former: String?
        var returns = 0
    }

    private var runs = GenerationalCache<SiteName, Runs>(capacity: 4096)

    /// Records that a run of a site's link has asked.
    /// - Returns: Whether another one has asked before, and both go on.
    mutating func asked(_ site: SiteName, run: String) -> Bool {
        var known = runs[site] ?? Runs(newest: run)
        defer { runs[site] = known }
        guard run != known.newest else { return false }
        if run == known.former { known.returns += 1 } else { known.returns = 0 }
        (known.newest, known.former) = (run, known.newest)
        return known.returns >= Self.minimumReturns
    }
}
