import SaybusMessages
import Testing

@testable import SaybusStage

@Suite("The catalogs of the apps that are there")
struct CatalogRegistryTests {
    private func message(
        _ app: String, from instance: String, commands: Int, in session: Session = .default
    ) -> Message<Catalog> {
        let catalog = Catalog(app: app, commands: (0..<commands).map { .init(type: "C\($0)", patterns: ["say \($0)"]) })
        let header = Header(
            kind: Catalog.kind, session: session, source: Source(role: .dispatch, instance: instance)!, run: 1,
            sequence: 0,
            retain: true)
        return Message(header: header, body: catalog)
    }

    @Test("catalogs are sorted by app, and a repeated catalog is no change")
    func catalogs() {
        var registry = CatalogRegistry()
        var changes = [registry.update(message("mail", from: "a", commands: 1))]
        changes.append(registry.update(message("kitchen", from: "b", commands: 2)))
        changes.append(registry.update(message("kitchen", from: "b", commands: 2)))
        #expect(changes == [true, true, false])
        #expect(registry.all.map(\.app) == ["kitchen", "mail"])
    }

    @Test("the revision of several catalogs is that of each, sorted and joined, and absent without catalogs")
    func revision() {
        var registry = CatalogRegistry()
        #expect(registry.revision == nil)
        _ = registry.update(message("mail", from: "a", commands: 1))
        _ = registry.update(message("kitchen", from: "b", commands: 2))
        #expect(registry.revision == registry.all.map(\.revision).joined(separator: "+"))
        #expect(registry.revision?.hasPrefix("kitchen@") == true)
        _ = registry.update(message("kitchen", from: "b", commands: 0))
        #expect(registry.revision == registry.all.first?.revision)
    }

    @Test("an app that withdraws its catalog, or is restarted as another instance, leaves no old catalog behind")
    func departures() {
        var registry = CatalogRegistry()
        _ = registry.update(message("mail", from: "a", commands: 1))
        _ = registry.update(message("kitchen", from: "b", commands: 2))
        var changes = [
            registry.update(message("mail", from: "a", commands: 0)),
            registry.update(message("mail", from: "a", commands: 0)),
        ]
        #expect(changes == [true, false])
        changes = [registry.update(message("kitchen", from: "c", commands: 3))]
        #expect(registry.all.map(\.commands.count) == [3])
        #expect(changes == [true])
    }

    @Test("the catalog of an app's newest present instance counts, until that instance withdraws it")
    func instances() {
        func status(_ instance: String, _ state: StageStatus.State) -> StageStatus {
            StageStatus(role: .dispatch, instance: instance, state: state, pid: 1, uptimeMs: 0)
        }
        var registry = CatalogRegistry()
        _ = registry.update(message("kitchen", from: "a", commands: 1))
        _ = registry.update(message("kitchen", from: "b", commands: 2))
        #expect(registry.all.map(\.commands.count) == [2])
        // The other replica is still there.
        _ = registry.update(message("kitchen", from: "b", commands: 0))
        #expect(registry.all.map(\.commands.count) == [1])
        var changes = [registry.update(status("a", .lost))]
        #expect(registry.all.map(\.commands.count) == [1])
        changes.append(registry.update(message("kitchen", from: "c", commands: 3)))
        changes.append(registry.update(status("a", .ready)))
        changes.append(registry.update(status("c", .failed)))
        changes.append(registry.update(status("c", .ready)))
        #expect(changes == [false, true, false, true, true])
        _ = registry.update(status("a", .lost))
        _ = registry.update(message("kitchen", from: "c", commands: 0))
        #expect(registry.all.isEmpty)
    }

    @Test("for a stage of one session, that session's instance of an app comes before newer ones, while it is there")
    func oneSession() {
        let (den, hall) = (Session(rawValue: "den")!, Session(rawValue: "hall")!)
        var registries = [CatalogRegistry(session: den), CatalogRegistry(session: hall), CatalogRegistry()]
        let changes: [(update: (inout CatalogRegistry) -> Bool, counts: [Int])] = [
            ({ $0.update(message("home", from: "a", commands: 1, in: den)) }, [1, 1, 1]),
            ({ $0.update(message("home", from: "b", commands: 2)) }, [1, 2, 2]),
            ({ $0.update(message("home", from: "c", commands: 3, in: hall)) }, [1, 3, 3]),
            ({ $0.update(status("a", .lost)) }, [2, 3, 3]),
            ({ $0.update(status("a", .ready)) }, [1, 3, 3]),
        ]
        for (update, counts) in changes {
            for index in registries.indices { _ = update(&registries[index]) }
            let found = registries.map { $0.all.first?.commands.count ?? 0 }
            #expect(found == counts)
        }
    }

    @Test("a replica with an open scope keeps its commands when another one closes its scope")
    func scopes() {
        func open(_ instance: String, in sessions: Session...) -> Message<Catalog> {
            var message = message("pizza", from: instance, commands: 2)
            message.body.scopes = [Catalog.Scope(commands: ["C1"], sessions: sessions)]
            return message
        }
        let (den, hall) = (Session(rawValue: "den")!, Session(rawValue: "hall")!)
        var registry = CatalogRegistry()
        _ = registry.update(open("a", in: den))
        _ = registry.update(open("b", in: hall))
        #expect(registry.all.flatMap { $0.scopes ?? [] }.flatMap(\.sessions) == [den, hall])
        // The scope in the hall closes.
        _ = registry.update(message("pizza", from: "b", commands: 1))
        #expect(registry.all.map(\.commands.count) == [2])
        #expect(registry.all.flatMap { $0.scopes ?? [] }.flatMap(\.sessions) == [den])
        _ = registry.update(StageStatus(role: .dispatch, instance: "a", state: .lost, pid: 1, uptimeMs: 0))
        #expect(registry.all.map(\.commands.count) == [1])
        #expect(registry.all.allSatisfy { $0.scopes == nil })
    }

    @Test("replicas with the same commands for all conversations add those of their own conversations")
    func replicas() {
        func replica(_ instance: String, _ own: String, in session: Session) -> Message<Catalog> {
            var message = message("pizza", from: instance, commands: 0)
            message.body = Catalog(app: "pizza", commands: ["order", own].map { .init(type: $0, patterns: [$0]) })
            message.body.scopes = [Catalog.Scope(commands: [own], sessions: [session])]
            return message
        }
        let (den, hall) = (Session(rawValue: "den")!, Session(rawValue: "hall")!)
        let (first, second) = (replica("a", "small", in: den), replica("b", "large", in: hall))
        var registry = CatalogRegistry()
        for message in [first, second] { _ = registry.update(message) }
        #expect(Set(registry.all.flatMap(\.commands).map(\.type)) == ["order", "small", "large"])
        #expect(registry.all.map { $0.absent(in: den) } == [["large"]])
        #expect(registry.all.map { $0.absent(in: hall) } == [["small"]])
        let revisions = Set((registry.revision ?? "").split(separator: "+").map(String.init))
        #expect(revisions == [first.body.revision, second.body.revision])
        // One without a conversation of its own is known, too.
        var plain = message("pizza", from: "c", commands: 0)
        plain.body = Catalog(app: "pizza", commands: [.init(type: "order", patterns: ["order"])])
        _ = registry.update(plain)
        #expect(registry.all.flatMap(\.commands).count == 3)
        #expect(registry.revision?.split(separator: "+").map(String.init).contains(plain.body.revision) == true)
    }

    @Test("an app's instances for different conversations may have different commands, each in its own conversation")
    func ownCommands() {
        let (den, hall) = (Session(rawValue: "den")!, Session(rawValue: "hall")!)
        func bound(_ instance: String, to session: Session, _ types: [String], from: Double = 0) -> Message<Catalog> {
            var message = message("home", from: instance, commands: 0)
            let range = Catalog.SlotType(name: "Range", values: [], range: .init(from: from, to: 30))
            message.body = Catalog(
                app: "home", commands: types.map { .init(type: $0, patterns: [$0.lowercased()]) }, slotTypes: [range]
            ).scoped(to: session)
            return message
        }
        func types(_ registry: CatalogRegistry) -> Set<String> { Set(registry.all.flatMap(\.commands).map(\.type)) }
        var registry = CatalogRegistry()
        let (first, second) = (bound("a", to: den, ["Light", "Heat"]), bound("b", to: hall, ["Light", "Ring"]))
        for message in [first, second] { _ = registry.update(message) }
        #expect(types(registry) == ["Light", "Heat", "Ring"])
        #expect(registry.all.map { $0.absent(in: den) } == [["Ring"]])
        #expect(registry.all.map { $0.absent(in: hall) } == [["Heat"]])
        let revisions = Set((registry.revision ?? "").split(separator: "+").map(String.init))
        #expect(revisions == [first.body.revision, second.body.revision])
        // The newest instance of a conversation counts there.
        _ = registry.update(bound("c", to: den, ["Light", "Cool"]))
        #expect(types(registry) == ["Light", "Cool", "Ring"])
        // One for all conversations has commands for the others.
        _ = registry.update(message("home", from: "d", commands: 1))
        #expect(types(registry) == ["C0", "Light", "Cool", "Ring"])
        _ = registry.update(message("home", from: "d", commands: 0))
        // A type of the same name that means something else is not taken for the other one.
        _ = registry.update(bound("b", to: hall, ["Light", "Ring"], from: 10))
        #expect(types(registry) == ["Light", "Ring"])
    }

    @Test(
        "a command whose slot is of one type in one conversation and of another in the next is not read with the wrong")
    func ownSlots() {
        func bound(_ instance: String, to session: String, _ slot: String) -> Message<Catalog> {
            var message = message("home", from: instance, commands: 0)
            let heat = Catalog.Command(
                type: "Heat", patterns: ["heat \(session) {to}"], slots: [.init(name: "to", type: slot)])
            message.body = Catalog(app: "home", commands: [heat]).scoped(to: Session(rawValue: session)!)
            return message
        }
        var registry = CatalogRegistry()
        _ = registry.update(bound("a", to: "den", "Number"))
        _ = registry.update(bound("b", to: "hall", "Number"))
        #expect(registry.all.flatMap(\.commands).flatMap(\.patterns).sorted() == ["heat den {to}", "heat hall {to}"])
        _ = registry.update(bound("b", to: "hall", "Text"))
        #expect(registry.all.flatMap(\.commands).flatMap(\.patterns) == ["heat hall {to}"])
    }

    @Test(
        "a command without a scope in one instance stays valid in all sessions when another instance scopes it"
    )
    func mixedScopes() {
        let (den, hall) = (Session(rawValue: "den")!, Session(rawValue: "hall")!)
        var bound = message("pizza", from: "a", commands: 1)
        bound.body = bound.body.scoped(to: den)
        var registry = CatalogRegistry()
        _ = registry.update(bound)
        #expect(registry.all.map { $0.absent(in: hall) } == [["C0"]] && registry.all.map { $0.absent(in: den) } == [[]])
        var open = message("pizza", from: "b", commands: 2)
        open.body.scopes = [Catalog.Scope(commands: ["C1"], sessions: [hall])]
        _ = registry.update(open)
        #expect(registry.all.map { $0.absent(in: den) } == [["C1"]] && registry.all.map { $0.absent(in: hall) } == [[]])
        // Its scope is closed; the scopes of the other instances stay open.
        open.body.scopes = [Catalog.Scope(commands: ["C1"], sessions: [])]
        _ = registry.update(open)
        #expect(registry.all.map { $0.absent(in: hall) } == [["C1"]])
        _ = registry.update(status("b", .lost))
        #expect(registry.all.map { $0.absent(in: hall) } == [["C0"]])
    }

    private func status(_ instance: String, _ state: StageStatus.State) -> StageStatus {
        StageStatus(role: .dispatch, instance: instance, state: state, pid: 1, uptimeMs: 0)
    }
}
