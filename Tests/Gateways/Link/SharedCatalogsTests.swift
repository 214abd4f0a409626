import SaybusMessages
import Testing

@testable import SaybusLink

@Suite("Catalogs that sites share")
struct SharedCatalogsTests {
    /// Publishes a catalog of a site.
    /// - Returns: The reason why it is refused; nil when it is taken.
    @discardableResult
    private func update(_ catalogs: inout SharedCatalogs, _ site: String, _ catalog: Catalog) throws -> String? {
        let site = try #require(SiteName(rawValue: site))
        let subject = try #require(LinkSubject(.say, site, Catalog.kind, .default, app: catalog.app))
        var header = Header(
            kind: Catalog.kind, session: .default, source: try #require(Source(role: .dispatch, instance: "d")),
            run: 1,
            sequence: 0)
        let body = try catalog.wire(header: &header)
        return catalogs.update(subject, RawMessage(header: header, body: body), catalog)
    }

    private func changed(_ catalogs: inout SharedCatalogs) throws -> [Catalog] {
        try catalogs.takeChanged().map { try $0.decode(Catalog.self).body }
    }

    @Test("what rings at one site is awaited there only, and changes neither the shared catalog nor its name")
    func awaited() throws {
        var catalogs = SharedCatalogs()
        var kitchen = Catalog(app: "kitchen", commands: [Catalog.Command(type: "Stop", patterns: ["stop"])])
        try update(&catalogs, "hall", kitchen)
        try update(&catalogs, "den", kitchen)
        let before = try #require(try changed(&catalogs).first)
        kitchen.awaited = [Catalog.Scope(commands: ["Stop"], sessions: [.default])]
        try update(&catalogs, "den", kitchen)
        #expect(catalogs.count == 1)
        let ringing = try changed(&catalogs)
        #expect(ringing.map(\.app) == [before.app] && ringing.map(\.revision) == [before.revision])
        #expect(
            ringing.first?.awaited
                == [Catalog.Scope(commands: ["Stop"], sessions: [try #require(Session(rawValue: "den..default"))])])
        kitchen.awaited = nil
        try update(&catalogs, "den", kitchen)
        let silent = try changed(&catalogs)
        #expect(silent.map(\.awaited) == [nil])
    }

    /// An app of which nothing is shared.
    private func app(_ name: String) -> Catalog {
        Catalog(app: name, commands: [Catalog.Command(type: "Stop", patterns: ["stop \(name)"])])
    }

    @Test(
        "a site's new sessions change its catalogs a few times a second, never those of another site, and are forgotten"
    )
    func sessions() throws {
        var catalogs = SharedCatalogs()
        try update(&catalogs, "hall", app("hall"))
        try update(&catalogs, "den", app("den"))
        _ = catalogs.takeChanged()
        let (hall, den) = (try #require(SiteName(rawValue: "hall")), try #require(SiteName(rawValue: "den")))
        var changes: [Catalog] = []
        for number in 0..<300 {
            let session = try #require(Session(rawValue: "call-\(number)"))
            guard case .ready(let messages) = catalogs.speaks(session, of: hall, now: Int64(number) * 30_000) else {
                continue
            }
            changes += try messages.map { try $0.decode(Catalog.self).body }
        }
        // Twenty at once, and five a second.
        #expect((20...66).contains(changes.count), "\(changes.count)")
        #expect(Set(changes.map(\.app)).count == 1)
        let late = try #require(Session(rawValue: "late"))
        guard case .ready(let other) = catalogs.speaks(late, of: den, now: 9_000_000) else {
            Issue.record("another site waits")
            return
        }
        #expect(other.count == 1)
        // A session that has waited speaks at last.
        let first = try #require(Session(rawValue: "call-250"))
        guard case .ready = catalogs.speaks(first, of: hall, now: 20_000_000) else {
            Issue.record("a session waits for ever")
            return
        }
        // An hour later the sessions are forgotten with the next one.
        guard case .ready(let last) = catalogs.speaks(late, of: hall, now: 3_600_000_000) else {
            Issue.record("a session waits for ever")
            return
        }
        let sessions = try #require(last.first).decode(Catalog.self).body.scopes?.first?.sessions.map(\.rawValue)
        #expect(sessions == ["hall..default", "hall..late"])
    }

    @Test("a site with too many sessions at once waits by itself")
    func manySessions() throws {
        var catalogs = SharedCatalogs()
        try update(&catalogs, "hall", app("hall"))
        let (hall, den) = (try #require(SiteName(rawValue: "hall")), try #require(SiteName(rawValue: "den")))
        var refused = 0
        for number in 0..<1000 {
            let session = try #require(Session(rawValue: "call-\(number)"))
            if case .tooManySessions = catalogs.speaks(session, of: hall, now: Int64(number)) { refused += 1 }
        }
        #expect(refused == 1000 - KnownSessions.capacity)
        let call = try #require(Session(rawValue: "call-999"))
        if case .ready = catalogs.speaks(call, of: den, now: 1000) {} else { Issue.record("another site waits") }
        // Those that are silent make room.
        let later = KnownSessions.idleTime + 1_000_000
        if case .ready = catalogs.speaks(call, of: hall, now: later) {} else { Issue.record("the site waits for ever") }
    }

    @Test("sessions that wait and never come again make room for those of other sites")
    func goneSessions() throws {
        var catalogs = SharedCatalogs()
        var now: Int64 = 0
        // Of each site, about twenty are let in, and all others wait.
        for number in 0..<SharedCatalogs.maximumSessions / 200 {
            let site = try #require(SiteName(rawValue: "site-\(number)"))
            try update(&catalogs, "site-\(number)", app("app\(number)"))
            for call in 0..<KnownSessions.capacity {
                let session = try #require(Session(rawValue: "call-\(call)"))
                _ = catalogs.speaks(session, of: site, now: now)
            }
            now += KnownSessions.idleTime + 1_000_000
        }
        for name in ["den", "hall"] {
            let site = try #require(SiteName(rawValue: name))
            for call in 0..<15 {
                let session = try #require(Session(rawValue: "late-\(call)"))
                if case .ready = catalogs.speaks(session, of: site, now: now) { continue }
                Issue.record("\(name) has no room for its session \(call)")
            }
        }
    }

    @Test("a site has a number of catalogs, whoever else has how many, and is told for as long as one is refused")
    func manyCatalogs() throws {
        var catalogs = SharedCatalogs()
        let hall = try #require(SiteName(rawValue: "hall"))
        for number in 0..<SharedCatalogs.maximumPerSite {
            let reason = try update(&catalogs, "hall", app("app\(number)"))
            #expect(reason == nil)
        }
        let refused = try update(&catalogs, "hall", app("more"))
        #expect(refused == "hall has 64 catalogs already")
        #expect(catalogs.problem(of: hall) == "a catalog of hall is refused: hall has 64 catalogs already")
        let other = try update(&catalogs, "den", app("other"))
        #expect(other == nil)
        try update(&catalogs, "hall", Catalog(app: "app0", commands: []))
        let taken = try update(&catalogs, "hall", app("more"))
        #expect(taken == nil && catalogs.problem(of: hall) == nil)
    }
}
