import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusConversation
@testable import SaybusDispatch

@Suite("Programs of remote apps")
struct RemoteProgramTests: RemoteAppMessages {
    @Test("an app belongs to its catalog's publisher until withdrawn, and dispatch stages' apps are not remote")
    func owners() {
        var apps = RemoteApps()
        apps.apply(catalog("dice", ["Roll"], from: dice))
        apps.apply(catalog("kitchen", ["Light"], from: Source(role: .dispatch, instance: "other")!))
        #expect(apps.owner(of: "dice") == dice)
        #expect(apps.has("Roll", in: "dice") && !apps.has("Cheat", in: "dice"))
        #expect(apps.owner(of: "kitchen") == nil)
        apps.apply(catalog("dice", [], from: Source(role: .app, instance: "stranger")!))
        #expect(apps.owner(of: "dice") == dice)
        apps.apply(catalog("dice", [], from: dice))
        #expect(apps.owner(of: "dice") == nil)
    }

    @Test("when one of two programs of an app ends, the other carries out its commands")
    func replaced() throws {
        var apps = RemoteApps()
        let second = try #require(Source(role: .app, instance: "dice-2"))
        apps.apply(catalog("dice", ["Roll"], from: dice))
        apps.apply(catalog("dice", ["Roll", "Throw"], from: second))
        #expect(apps.owner(of: "dice") == second && apps.has("Throw", in: "dice"))
        apps.apply(catalog("dice", [], from: second))
        #expect(apps.owner(of: "dice") == dice && !apps.has("Throw", in: "dice"))
    }

    @Test("of two programs of an app, one that stood still carries out its commands when the other one ends")
    func backAgain() throws {
        var apps = RemoteApps()
        let second = try #require(Source(role: .app, instance: "dice-2"))
        func status(_ instance: String, _ state: StageStatus.State) -> StageStatus {
            StageStatus(role: .app, instance: instance, state: state, pid: 1, uptimeMs: 0)
        }
        apps.apply(catalog("dice", ["Roll"], from: dice))
        apps.apply(catalog("dice", ["Roll"], from: second))
        apps.apply(status("dice-2", .lost))
        #expect(apps.owner(of: "dice") == dice)
        apps.apply(status("dice-2", .ready))
        #expect(apps.owner(of: "dice") == second)
        apps.apply(status("dice-2", .lost))
        apps.apply(status("dice", .stopped))
        #expect(apps.owner(of: "dice") == second, "the newest of those that are gone")
        apps.apply(status("dice", .ready))
        #expect(apps.owner(of: "dice") == dice)
    }

    @Test("two programs whose apps have one name and different commands are a problem while both are there")
    func sameName() throws {
        let most = RemoteApps.maximumStatusesOfReplaced
        var apps = RemoteApps()
        func ready(
            _ apps: inout RemoteApps, _ instances: String..., times: Int = RemoteApps.maximumStatusesOfReplaced + 1
        ) {
            for instance in instances {
                let status = StageStatus(role: .app, instance: instance, state: .ready, pid: 1, uptimeMs: 0)
                for _ in 0..<times { apps.apply(status) }
            }
        }
        let (den, second) = (try #require(Session(rawValue: "den")), try #require(Source(role: .app, instance: "b")))
        apps.apply(catalog("dice", ["Roll"], from: dice))
        apps.apply(catalog("dice", ["Roll", "Throw"], from: second))
        ready(&apps, "dice", "b")
        #expect(apps.problem == nil, "the newer one has all commands")
        apps.apply(catalog("dice", ["Deal"], from: second))
        ready(&apps, "dice", times: most)
        #expect(apps.problem == nil, "the older one may be about to end")
        apps.apply(StageStatus(role: .app, instance: "dice", state: .draining, pid: 1, uptimeMs: 0))
        ready(&apps, "dice", times: 1)
        #expect(apps.problem == nil)
        ready(&apps, "dice")
        let sentence = "app/dice and app/b have different apps called dice: only the commands of the newer one, app/b,"
        #expect(apps.problem?.hasPrefix(sentence) == true, "\(apps.problem ?? "-")")
        apps.apply(StageStatus(role: .app, instance: "dice", state: .stopped, pid: 1, uptimeMs: 0))
        #expect(apps.problem == nil)
        ready(&apps, "dice")
        apps.apply(catalog("dice", [], from: second))
        var other = catalog("dice", ["Deal"], from: try #require(Source(role: .app, instance: "c")))
        other.header.session = den
        apps.apply(other)
        ready(&apps, "dice", "c")
        #expect(apps.problem == nil, "a room may have a program of its own")
    }

    @Test("a command that the newer of two programs lacks is left to the program that it was heard for")
    func lacking() throws {
        var apps = RemoteApps()
        let second = try #require(Source(role: .app, instance: "dice-2"))
        apps.apply(catalog("dice", ["Roll", "Throw"], from: dice))
        apps.apply(catalog("dice", ["Roll"], from: second))
        let owners = ["Roll", "Throw"].map { apps.owner(of: $0, in: "dice", in: .default) }
        #expect(owners == [second, nil])
    }

    @Test("apps whose programs are gone make room for others, the first that has gone at first")
    func manyGone() throws {
        var apps = RemoteApps()
        func source(_ number: Int) throws -> Source { try #require(Source(role: .app, instance: "i\(number)")) }
        for number in 0..<RemoteApps.capacity {
            apps.apply(catalog("app\(number)", ["Go"], from: try source(number)))
        }
        apps.apply(catalog("more", ["Go"], from: dice))
        #expect(apps.owner(of: "more") == nil, "all are there")
        apps.apply(catalog("app5", ["Go", "Stay"], from: try source(5)))
        #expect(apps.has("Stay", in: "app5"), "it takes its own place")
        for number in [7, 3] {
            apps.apply(StageStatus(role: .app, instance: "i\(number)", state: .stopped, pid: 1, uptimeMs: 0))
        }
        apps.apply(catalog("more", ["Go"], from: dice))
        #expect(apps.owner(of: "more") == dice)
        let third = try source(3)
        #expect(apps.owner(of: "app7") == nil && apps.owner(of: "app3") == third)
    }

    @Test("a program of an app that was started anew is the newest, and one that publishes its catalog again is not")
    func startedAnew() throws {
        var apps = RemoteApps()
        let second = try #require(Source(role: .app, instance: "dice-2"))
        apps.apply(catalog("dice", ["Roll"], from: dice))
        apps.apply(catalog("dice", ["Roll"], from: second))
        apps.apply(catalog("dice", ["Roll"], from: dice))
        #expect(apps.owner(of: "dice") == second)
        var anew = catalog("dice", ["Roll"], from: dice)
        anew.header.run = 2
        apps.apply(anew)
        #expect(apps.owner(of: "dice") == dice)
    }

    @Test("while all programs of an app are gone, a further one is known, however many there were")
    func successors() throws {
        var apps = RemoteApps()
        for number in 0..<RemoteApps.capacity {
            let source = try #require(Source(role: .app, instance: "dice-\(number)"))
            apps.apply(catalog("dice", ["Roll"], from: source))
            apps.apply(StageStatus(role: .app, instance: source.instance, state: .lost, pid: 1, uptimeMs: 0))
        }
        apps.apply(catalog("dice", ["Roll"], from: dice))
        #expect(apps.owner(of: "dice") == dice)
    }

    @Test("of two programs of an app, each carries out the commands of the session of its catalog")
    func sessions() throws {
        var apps = RemoteApps()
        let (kitchen, hall) = (try #require(Session(rawValue: "kitchen")), try #require(Session(rawValue: "hall")))
        let second = try #require(Source(role: .app, instance: "dice-2"))
        for (source, session) in [(dice, kitchen), (second, hall)] {
            var message = catalog("dice", ["Roll"], from: source)
            message.header.session = session
            apps.apply(message)
        }
        #expect(apps.owner(of: "dice", in: kitchen) == dice && apps.owner(of: "dice", in: hall) == second)
        #expect(apps.owner(of: "dice", in: .default) == second, "the newest")
    }

    @Test("of two programs of an app, the one of the session counts, with its commands, thresholds and language")
    func ownOfSession() throws {
        var apps = RemoteApps()
        let (kitchen, hall) = (try #require(Session(rawValue: "kitchen")), try #require(Session(rawValue: "hall")))
        let second = try #require(Source(role: .app, instance: "dice-2"))
        let lock = Catalog.Command(type: "Unlock", patterns: ["unlock"], confirmBelow: 1)
        let catalogs = [
            (
                dice, hall,
                Catalog(app: "door", language: "de-DE", commands: [lock, .init(type: "Shut", patterns: ["shut"])])
            ),
            (second, kitchen, Catalog(app: "door", commands: [.init(type: "Unlock", patterns: ["unlock"])])),
        ]
        for (source, session, catalog) in catalogs {
            var own = header(Catalog.kind, from: source)
            own.session = session
            apps.apply(Message(header: own, body: catalog))
        }
        let (inHall, inKitchen) = (apps.serving(hall), apps.serving(kitchen))
        #expect(inHall.owner(of: "door") == dice && inKitchen.owner(of: "door") == second)
        #expect(inHall.thresholds(of: "Unlock", in: "door").confirmBelow == 1)
        #expect(inKitchen.thresholds(of: "Unlock", in: "door") == .effect)
        #expect(inHall.has("Shut", in: "door") && !inKitchen.has("Shut", in: "door"))
        #expect(inHall.language(of: "door") == "de-DE")
    }

    @Test("in a session without a program of its own, one for all sessions comes before a newer one of another session")
    func generalProgram() throws {
        var apps = RemoteApps()
        let (kitchen, hall) = (try #require(Session(rawValue: "kitchen")), try #require(Session(rawValue: "hall")))
        let second = try #require(Source(role: .app, instance: "dice-2"))
        apps.apply(catalog("dice", ["Roll"], from: dice))
        var message = catalog("dice", ["Roll"], from: second)
        message.header.session = kitchen
        apps.apply(message)
        #expect(apps.owner(of: "dice", in: kitchen) == second && apps.owner(of: "dice", in: hall) == dice)
    }

    @Test("a program for one session leaves the others to an older one for all sessions")
    func oneSession() throws {
        var apps = RemoteApps()
        let (kitchen, hall) = (try #require(Session(rawValue: "kitchen")), try #require(Session(rawValue: "hall")))
        let second = try #require(Source(role: .app, instance: "dice-2"))
        apps.apply(catalog("dice", ["Roll"], from: dice))
        var message = catalog("dice", ["Roll"], from: second)
        message.header.session = hall
        message.body.scopes = [Catalog.Scope(commands: ["Roll"], sessions: [hall])]
        apps.apply(message)
        #expect(apps.owner(of: "dice", in: hall) == second)
        #expect(apps.owner(of: "dice", in: kitchen) == dice)
        apps.apply(catalog("dice", [], from: dice))
        #expect(apps.owner(of: "dice", in: kitchen) == second, "its commands cannot be said there")
        var other = catalog("dice", ["Roll"], from: dice)
        other.header.session = try #require(Session(rawValue: "den"))
        apps.apply(other)
        message.header.run += 1
        apps.apply(message)
        #expect(apps.owner(of: "dice", in: kitchen) == dice, "they can be said, though it names another session")
    }
}
