import SaybusMessages
import Testing

@testable import SaybusStage

@Suite("Limits of the catalogs of each publisher")
struct CatalogLimitTests {
    private let now = ContinuousClock.now

    private var limits: CatalogLimits {
        var limits = CatalogLimits()
        (limits.catalogs, limits.phrases, limits.bytes) = (3, 100, 10_000)
        (limits.changes, limits.changesPerSecond) = (5000, 10)
        return limits
    }

    private func message(
        _ app: String, from instance: String, user: String? = nil, patterns: [String] = ["say it"]
    ) -> Message<Catalog> {
        let commands = patterns.isEmpty ? [] : [Catalog.Command(type: "C", patterns: patterns)]
        let header = Header(
            kind: Catalog.kind, session: .default, source: Source(role: .app, instance: instance)!, run: 1,
            sequence: 0)
        return Message(
            header: header, body: Catalog(app: app, commands: commands),
            stamp: Stamp(offset: 1, epoch: 1, user: user, at: 0))
    }

    private func status(_ instance: String, _ state: StageStatus.State) -> StageStatus {
        StageStatus(role: .app, instance: instance, state: state, pid: 1, uptimeMs: 0)
    }

    @Test("further catalogs of a publisher at its limit are refused, those of others are not")
    func catalogs() {
        var registry = CatalogRegistry(limits: limits)
        for number in 0..<1030 {
            _ = registry.update(message("flood\(number)", from: "f\(number)", user: "eve"), at: now)
        }
        #expect(registry.all.map(\.app) == ["flood0", "flood1", "flood2"])
        #expect(registry.problem?.hasPrefix("1027 catalogs are refused; the newest: the catalog of flood1029") == true)
        #expect(registry.problem?.contains("eve has 3 catalogs already") == true)
        let isKnown = registry.update(message("home", from: "home", user: "bob"), at: now)
        #expect(isKnown && registry.all.map(\.app).contains("home"))
    }

    @Test("a catalog whose revision would make each status and intent long is refused")
    func revision() {
        var registry = CatalogRegistry(limits: CatalogLimits())
        let header = Header(
            kind: Catalog.kind, session: .default, source: Source(role: .app, instance: "one")!, run: 1, sequence: 0)
        for (length, isKept) in [(256, true), (257, false)] {
            let app = "app\(length)"
            var catalog = Catalog(app: app, commands: [.init(type: "C", patterns: ["say it"])])
            catalog.revision = String(repeating: "r", count: length)
            _ = registry.update(Message(header: header, body: catalog), at: now)
            #expect(registry.all.map(\.app).contains(app) == isKept)
        }
        #expect(registry.problem?.contains("its revision has more than 256 bytes") == true)
    }

    @Test("an instance that is gone makes room for the next one of its publisher")
    func gone() {
        var registry = CatalogRegistry(limits: limits)
        for number in 0..<3 { _ = registry.update(message("a\(number)", from: "f\(number)", user: "bob"), at: now) }
        _ = registry.update(status("f1", .stopped), at: now)
        _ = registry.update(message("new", from: "new", user: "bob"), at: now)
        #expect(registry.all.map(\.app) == ["a0", "a2", "new"] && registry.problem == nil)
        _ = registry.update(message("a0", from: "again", user: "bob", patterns: ["x", "y"]), at: now)
        #expect(registry.all.map(\.app) == ["a0", "a2", "new"] && registry.all[0].commands[0].patterns.count == 2)
    }

    @Test("the catalog of a stage that stops is recognized until its successor has one, or for a few seconds")
    func successor() {
        for successor in ["home", "home-2"] {
            var registry = CatalogRegistry(limits: limits)
            _ = registry.update(message("home", from: "home"), at: now)
            _ = registry.update(status("home", .draining), at: now)
            let isChanged = registry.update(message("home", from: "home", patterns: []), at: now)
            #expect(!isChanged && registry.all.map(\.app) == ["home"])
            _ = registry.update(status("home", .stopped), at: now)
            _ = registry.update(message("home", from: successor, patterns: ["x", "y"]), at: now + .seconds(2))
            _ = registry.update(status(successor, .ready), at: now + .seconds(2))
            _ = registry.advance(to: now + .seconds(60))
            #expect(registry.all.map { $0.commands[0].patterns.count } == [2])
        }
    }

    @Test("an app that is removed is not recognized for long, and one that only has no commands now not at all")
    func removed() {
        var registry = CatalogRegistry(limits: limits)
        _ = registry.update(message("home", from: "home"), at: now)
        _ = registry.update(status("home", .draining), at: now)
        _ = registry.update(message("home", from: "home", patterns: []), at: now)
        _ = registry.update(status("home", .stopped), at: now)
        _ = registry.update(message("home", from: "home", patterns: []), at: now + .seconds(4))
        let isDropped = registry.advance(to: now + CatalogRegistry.succession)
        #expect(isDropped && registry.all.isEmpty)
        _ = registry.update(message("dialog", from: "dialog"), at: now)
        _ = registry.update(status("dialog", .ready), at: now)
        _ = registry.update(message("dialog", from: "dialog", patterns: []), at: now)
        #expect(registry.all.isEmpty)
    }

    @Test("what any replica awaits is awaited, and nothing when all have gone")
    func awaited() {
        var registry = CatalogRegistry(limits: limits)
        let rings = [Catalog.Scope(commands: ["C"], sessions: [.default])]
        var first = message("home", from: "one")
        first.body.awaited = rings
        _ = registry.update(first, at: now)
        _ = registry.update(message("home", from: "two"), at: now)
        #expect(registry.all.map(\.awaited) == [rings])
        _ = registry.update(status("two", .stopped), at: now)
        #expect(registry.all.map(\.awaited) == [rings])
        _ = registry.update(status("one", .stopped), at: now)
        #expect(registry.all.allSatisfy { $0.awaited == nil })
    }

    @Test("a catalog with too many phrases or bytes is refused by name, and the earlier one remains")
    func size() {
        var registry = CatalogRegistry(limits: limits)
        _ = registry.update(message("home", from: "home"), at: now)
        for patterns in [Array(repeating: "x", count: 101), [String(repeating: "x", count: 10_001)]] {
            let isChanged = registry.update(message("home", from: "home", patterns: patterns), at: now)
            #expect(!isChanged && registry.all.map { $0.commands[0].patterns } == [["say it"]])
            #expect(registry.problem?.hasPrefix("the catalog of home from app/home is refused:") == true)
        }
        _ = registry.update(message("home", from: "home", patterns: ["say this"]), at: now)
        #expect(registry.problem == nil && registry.all.map { $0.commands[0].patterns } == [["say this"]])
    }

    @Test("every text of a catalog counts towards the limit of its publisher")
    func everyText() {
        let long = String(repeating: "x", count: 10_001)
        func command(_ group: Catalog.PatternGroup) -> Catalog.Command {
            Catalog.Command(type: "C", patterns: ["say it"], groups: [group])
        }
        let plain = Catalog.Command(type: "C", patterns: ["say it"])
        let value = Catalog.SlotType.Value(value: "v", context: ["floor": long])
        let condition = Catalog.Condition(values: [long])
        let catalogs = [
            Catalog(app: "home", language: long, commands: [plain]),
            Catalog(app: "home", commands: [plain], slotTypes: [Catalog.SlotType(name: "T", values: [value])]),
            Catalog(app: "home", commands: [Catalog.Command(type: "C", patterns: ["say it"], phrases: [long])]),
            Catalog(app: "home", commands: [command(.init(patterns: ["a"], fixed: ["b": .text(long)]))]),
            Catalog(app: "home", commands: [command(.init(patterns: ["a"], requires: ["b": condition]))]),
            Catalog(app: "home", commands: [command(.init(patterns: ["a"], excludes: ["b": condition]))]),
        ]
        for (index, catalog) in catalogs.enumerated() {
            var registry = CatalogRegistry(limits: limits)
            var large = message("home", from: "home")
            large.body = catalog
            let isChanged = registry.update(large, at: now)
            #expect(!isChanged && registry.all.isEmpty, "catalog \(index)")
        }
    }

    @Test("changes above the rate wait, and the newest of them counts as soon as the rate allows it")
    func rate() {
        var limits = limits
        limits.changes = 2
        var registry = CatalogRegistry(limits: limits)
        for number in 0..<50 {
            _ = registry.update(message("home", from: "home", patterns: ["say \(number)"]), at: now)
        }
        #expect(registry.all.map { $0.commands[0].patterns } == [["say 1"]])
        let isChanged = registry.update(status("other", .ready), at: now + .milliseconds(100))
        #expect(isChanged && registry.all.map { $0.commands[0].patterns } == [["say 49"]])
        let isOther = registry.update(message("mail", from: "mail"), at: now + .milliseconds(100))
        #expect(isOther)
        // A withdrawal never waits, and what waited before it is withdrawn, too.
        _ = registry.update(message("home", from: "home", patterns: ["more"]), at: now + .milliseconds(100))
        _ = registry.update(message("home", from: "home", patterns: []), at: now + .milliseconds(100))
        _ = registry.update(status("other", .ready), at: now + .seconds(1))
        #expect(registry.all.map(\.app) == ["mail"])
    }

    @Test("on a full bus without keys a new app replaces the oldest catalog whose instance shows no status")
    func total() {
        var limits = limits
        limits.totalCatalogs = 10
        var registry = CatalogRegistry(limits: limits)
        _ = registry.update(message("home", from: "home"), at: now)
        _ = registry.update(status("home", .ready), at: now)
        for number in 0..<100 { _ = registry.update(message("flood\(number)", from: "f\(number)"), at: now) }
        _ = registry.update(message("new", from: "new"), at: now)
        #expect(registry.all.count == 10)
        #expect(Set(registry.all.map(\.app)).isSuperset(of: ["home", "new"]))
        #expect(registry.problem?.contains("there are 10 newer catalogs") == true)
    }
}
