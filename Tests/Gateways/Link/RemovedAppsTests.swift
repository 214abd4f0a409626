import SaybusMessages
import Testing

@testable import SaybusLink

@Suite("Apps that were removed while a site's link was away")
struct RemovedAppsTests {
    @Test("a centre lists the catalogs of a site that has fewer, and the site withdraws those of apps that it has not")
    func removed() throws {
        var (former, site) = (try SiteUnderTest([.intent]), try SiteUnderTest([.intent]))
        var centre = WorkerRelay(WorkerRelay.Settings(site: site.centre, roles: [.intent]), run: 3)
        _ = centre.connected(now: 0)
        let status = StageStatus(role: .intent, instance: "own", state: .ready, pid: 1, uptimeMs: 1)
        let ready = try SiteUnderTest.message(status, turn: nil, from: "intent/own")
        _ = centre.receive(ready, life: 1_000_000, now: 0)
        _ = centre.prepared(site.site, problem: nil, now: 0)
        former.connect()
        for app in ["lights", "timers"] { deliver(former.publish(try catalog(app)), to: &centre) }
        // The next run of the link, after the app "lights" was removed.
        site.connect()
        deliver(site.publish(try catalog("timers")), to: &centre)
        #expect(centre.catalogs.count(of: site.site) == 2)

        let early = questions(site.pass(59))
        #expect(!early.isEmpty && early.allSatisfy { $0.fields[.catalogs] == nil }, "apps may still start")
        let late = questions(site.pass(2))
        var question = try #require(late.last)
        #expect(question.fields[.catalogs] == "1")
        question.reply = "_INBOX.kitchen-7.9.ask.intent"
        let answer = centre.receive(question, now: site.now) { _ in 1 }.sent
        let list = try #require(answer.last)
        #expect(list.subject == LinkSubject.beats(site.site))
        let known = String(decoding: list.body, as: UTF8.self).split(separator: "\n").compactMap {
            LinkSubject(String($0))
        }
        #expect(Set(known.compactMap(\.app)) == ["lights", "timers"])
        deliver(site.relay.listed(known, now: site.now), to: &centre)
        #expect(centre.catalogs.subjects(of: site.site).compactMap(\.app) == ["timers"])

        let again = site.relay.listed(known, now: site.now)
        #expect(again.isEmpty, "the withdrawal has been handed over already")
        let rest = centre.receive(question, now: site.now + 60_000_000) { _ in 1 }.sent
        #expect(rest.isEmpty, "the centre knows no more than the site has")
        // The app is back.
        deliver(site.publish(try catalog("lights")), to: &centre)
        #expect(centre.catalogs.count(of: site.site) == 2 && site.relay.catalogCount(now: site.now) == 2)
    }

    @Test("the catalog of an app that comes back after the link has withdrawn it crosses under one new id")
    func lateCatalog() throws {
        var site = try SiteUnderTest([.intent])
        let subject = try #require(LinkSubject(.say, site.site, Catalog.kind, .default, app: "lights"))
        site.connect()
        _ = site.pass(61)
        let withdrawal = site.relay.listed([subject], now: site.now).stored
        // A stream has the catalog from the former run of the link, and drops its id for two minutes.
        let lights = try catalog("lights")
        let back = site.publish(lights).stored
        #expect(withdrawal.count == 1 && back.count == 1 && back != [lights.header.id] && back != withdrawal)
        let again = site.publish(lights).stored
        #expect(again == back && site.relay.catalogCount(now: site.now) == 1)
    }

    @Test("a link that does not know all apps of its site counts and withdraws none")
    func unknown() throws {
        var site = try SiteUnderTest([])
        let subject = try #require(LinkSubject(.say, site.site, Catalog.kind, .default, app: "lights"))
        site.connect()
        let asked = questions(site.pass(90))
        let withdrawn = site.relay.listed([subject], now: site.now)
        #expect(!asked.isEmpty && asked.allSatisfy { $0.fields[.catalogs] == nil } && withdrawn.isEmpty)

        var full = try SiteUnderTest([.intent])
        full.relay.catalogInstances = CatalogInstances(maximumBytes: 0)
        full.connect()
        _ = full.publish(try catalog("lights"))
        _ = full.pass(61)
        let left = full.relay.listed([subject], now: full.now)
        #expect(full.relay.counters.refused == 1 && left.isEmpty)
    }

    @Test("a catalog that its app withdraws counts no more")
    func withdrawn() throws {
        var site = try SiteUnderTest([.intent])
        site.connect()
        _ = site.publish(try catalog("lights"))
        _ = site.pass(60)
        #expect(site.relay.catalogCount(now: site.now) == 1)
        let withdrawal = try SiteUnderTest.message(
            Catalog(app: "lights", commands: []), turn: nil, from: "dispatch/main")
        _ = site.publish(withdrawal)
        #expect(site.relay.catalogCount(now: site.now) == 0)
    }

    private func catalog(_ app: String) throws -> RawMessage {
        try SiteUnderTest.message(
            Catalog(app: app, commands: [Catalog.Command(type: "On", patterns: ["\(app) on"])]), turn: nil,
            from: "dispatch/main")
    }

    /// Hands what a site stores over to a centre.
    private func deliver(_ actions: [LinkAction], to centre: inout WorkerRelay) {
        for case .store(let line, _) in actions { _ = centre.receive(line, now: 0) { _ in 1 } }
    }

    private func questions(_ actions: [LinkAction]) -> [LineMessage] {
        actions.compactMap { if case .request(let line, .question) = $0 { line } else { nil } }
    }
}
