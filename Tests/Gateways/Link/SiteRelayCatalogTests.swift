import SaybusMessages
import Testing

@testable import SaybusLink

@Suite("Catalogs on a site's line")
struct SiteRelayCatalogTests {
    @Test("a catalog whose app has a name longer than a subject never reaches the line, and is shown as a problem")
    func longName() throws {
        var site = try SiteUnderTest()
        site.connect()
        for (name, crosses) in [(String(repeating: "\u{4E00}", count: 450), false), ("lights", true)] {
            let catalog = Catalog(app: name, commands: [Catalog.Command(type: "On", patterns: ["lights on"])])
            let message = try SiteUnderTest.message(catalog, turn: nil, from: "dispatch/main")
            #expect(site.publish(message).stored == (crosses ? [message.header.id] : []))
        }
        #expect(site.relay.counters.refused == 1)
        #expect(site.relay.counters.problem?.contains("its name is too long") == true)
        // A new connection brings the other one only.
        let again = site.relay.connected(now: site.now)
        #expect(again.stored.count == 1 && site.relay.waiting == 1)
    }

    @Test("a catalog that found no stream in time is handed over when a site begins to serve, until a stream has it")
    func lateCentre() throws {
        var site = try SiteUnderTest([.intent])
        _ = site.relay.connected(now: site.now)
        let catalog = try SiteUnderTest.message(
            Catalog(app: "lights", commands: [Catalog.Command(type: "On", patterns: ["lights on"])]), turn: nil,
            from: "dispatch/main")
        let id = catalog.header.id
        #expect(site.publish(catalog).stored == [id])
        _ = site.relay.answered(.question(.intent), by: nil, now: site.now)
        _ = site.pass(40)
        #expect(site.relay.waiting == 0)
        #expect(site.relay.answered(.question(.intent), by: site.centre, now: site.now).stored == [id])
        #expect(site.pass(1.5).stored == [id])
        _ = site.relay.stored(id, isDuplicate: false)
        #expect(site.pass(5).stored.isEmpty)
        // A stream has it, so that neither a later answer nor another centre needs it.
        for centre in [site.centre, nil, site.centre] {
            #expect(site.relay.answered(.question(.intent), by: centre, now: site.now).stored.isEmpty)
        }
        _ = site.relay.disconnected("cut", now: site.now)
        #expect(site.relay.connected(now: site.now).stored == [id], "the server may be another one")
    }

    @Test("an instance that stops leaves the catalog of its app to another one that is there, and not to a lost one")
    func instances() throws {
        var site = try SiteUnderTest([.intent])
        site.connect()
        func catalog(_ words: String?, from instance: String) throws -> RawMessage {
            let commands = words.map { [Catalog.Command(type: "On", patterns: [$0])] } ?? []
            return try SiteUnderTest.message(
                Catalog(app: "lights", commands: commands), turn: nil, from: "dispatch/\(instance)")
        }
        func status(_ state: StageStatus.State) throws -> RawMessage {
            try SiteUnderTest.message(
                StageStatus(role: .dispatch, instance: "b", state: state, pid: 1, uptimeMs: 1), turn: nil,
                from: "dispatch/b")
        }
        func crossing(_ actions: [LinkAction]) -> [LineMessage] {
            actions.compactMap { if case .store(let line, _) = $0 { line } else { nil } }
        }
        let other = try catalog("lights on", from: "b")
        for message in try [status(.ready), other, catalog("lamps on", from: "a")] { _ = site.publish(message) }
        let withdrawal = try catalog(nil, from: "a")
        let left = crossing(site.publish(withdrawal))
        #expect(left.map(\.body) == [other.body])
        #expect(left.first?.fields[.messageID] == withdrawal.header.id.description)
        for message in try [catalog("lamps on", from: "a"), status(.lost)] { _ = site.publish(message) }
        let last = try catalog(nil, from: "a")
        let gone = crossing(site.publish(last))
        #expect(gone.map(\.body) == [last.body])
    }

    @Test("a catalog for whose instance there is no room is refused, counted and shown, until another one is lost")
    func instancesWithoutRoom() throws {
        var site = try SiteUnderTest([.intent])
        site.connect()
        site.relay.catalogInstances = CatalogInstances(maximumBytes: 5000)
        func catalog(_ app: String) throws -> RawMessage {
            let command = Catalog.Command(type: "On", patterns: [String(repeating: "on ", count: 1000)])
            return try SiteUnderTest.message(
                Catalog(app: app, commands: [command]), turn: nil, from: "dispatch/\(app)")
        }
        func status(_ state: StageStatus.State) throws -> RawMessage {
            try SiteUnderTest.message(
                StageStatus(role: .dispatch, instance: "lights", state: state, pid: 1, uptimeMs: 1), turn: nil,
                from: "dispatch/lights")
        }
        _ = site.publish(try status(.ready))
        let (lights, timers) = (try catalog("lights"), try catalog("timers"))
        let taken = site.publish(lights).stored
        let again = site.publish(try catalog("lights")).stored
        let refused = site.publish(timers).stored
        #expect(taken == [lights.header.id] && again.count == 1 && refused.isEmpty)
        #expect(site.relay.counters.refused == 1)
        #expect(site.relay.counters.problem?.contains("the newest catalog of the app timers does not cross") == true)
        _ = site.publish(try status(.lost))
        let late = site.publish(timers).stored
        #expect(late == [timers.header.id])
    }

    @Test("the catalogs of instances have a bound in bytes, and a withdrawn one leaves its room")
    func instanceBytes() throws {
        var instances = CatalogInstances()
        let site = try #require(SiteName(rawValue: "kitchen-7"))
        let subject = try #require(LinkSubject(.say, site, Catalog.kind, .default, app: "lights"))
        var taken = 0
        for index in 0..<(SharedCatalogs.maximumPerSite * 2) {
            let source = try #require(Source("dispatch/\(index)"))
            let app = try #require(LinkSubject(.say, site, Catalog.kind, .default, app: "lights-\(index)"))
            let isTaken = instances.update(app, Self.largest(of: source)) { _ in true }
            taken += isTaken ? 1 : 0
        }
        #expect(taken == SharedCatalogs.maximumPerSite - 1)
        let source = try #require(Source("dispatch/0"))
        let first = try #require(LinkSubject(.say, site, Catalog.kind, .default, app: "lights-0"))
        let isFull = instances.update(subject, Self.largest(of: source)) { _ in true }
        let left = instances.withdraw(first, of: source) { _ in true }
        let hasRoom = instances.update(subject, Self.largest(of: source)) { _ in true }
        #expect(!isFull && left == nil && hasRoom)
    }

    private static func largest(of source: Source) -> RawMessage {
        let header = Header(kind: Catalog.kind, session: .default, source: source, run: 1, sequence: 0)
        return RawMessage(header: header, body: [UInt8](repeating: 32, count: RawMessage.maximumSize))
    }

    @Test("a catalog that waits for a stream is not handed over behind a newer one of its app")
    func olderCatalog() throws {
        var site = try SiteUnderTest([.intent])
        site.connect()
        var ids: [MessageID] = []
        for word in ["on", "off"] {
            let command = Catalog.Command(type: "Switch", patterns: ["lights \(word)"])
            let catalog = try SiteUnderTest.message(
                Catalog(app: "lights", commands: [command]), turn: nil, from: "dispatch/main")
            ids.append(catalog.header.id)
            #expect(site.publish(catalog).stored == [catalog.header.id])
        }
        let again = site.pass(10).stored
        #expect(!again.isEmpty && again.allSatisfy { $0 == ids[1] })
    }

    @Test("catalogs leave room for what people say, and one without room is handed over as soon as there is some")
    func catalogWithoutRoom() throws {
        var site = try SiteUnderTest([.intent])
        site.connect()
        let half = LineMessage(subject: "say", body: [UInt8](repeating: 7, count: StoreQueue.maximumBytes / 2))
        let other = MessageID()
        let isAdded = site.relay.stores.add(half, other, life: 60_000_000, now: site.now)
        let catalog = try SiteUnderTest.message(
            Catalog(app: "lights", commands: [Catalog.Command(type: "On", patterns: ["lights on"])]), turn: nil,
            from: "dispatch/main")
        let early = site.publish(catalog).stored
        let transcript = try SiteUnderTest.transcript()
        let said = site.publish(transcript).stored
        #expect(isAdded && early.isEmpty && said == [transcript.header.id])
        let full = site.pass(0.1).stored
        _ = site.relay.stored(other, isDuplicate: false)
        let late = site.pass(0.1).stored
        #expect(full.isEmpty && late == [catalog.header.id])
    }
}
