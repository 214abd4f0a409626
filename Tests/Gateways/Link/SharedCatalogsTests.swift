import SaybusMessages
import Testing

@testable import SaybusLink

@Suite("Catalogs that sites share")
struct SharedCatalogsTests {
    private func update(_ catalogs: inout SharedCatalogs, _ site: String, _ catalog: Catalog) throws {
        let site = try #require(SiteName(rawValue: site))
        let subject = try #require(LinkSubject(.say, site, Catalog.kind, .default, app: catalog.app))
        var header = Header(
            kind: Catalog.kind, session: .default, source: try #require(Source(role: "dispatch", instance: "d")),
            run: 1,
            sequence: 0)
        let body = try catalog.wire(header: &header)
        let hasRoom = catalogs.update(subject, RawMessage(header: header, body: body), catalog)
        #expect(hasRoom)
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
}
