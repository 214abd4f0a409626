import ArgumentParser
import Foundation
import SaybusMessages
import SaybusSupport
import SaybusTesting
import SaybusZeroMQ
import Synchronization
import Testing

@testable import SaybusBus
@testable import SaybusStage

@Suite("The common parts of all stages")
struct StageTests {
    private func message(
        _ app: String, from instance: String, commands: Int, in session: Session = .default
    ) -> Message<Catalog> {
        let catalog = Catalog(app: app, commands: (0..<commands).map { .init(type: "C\($0)", patterns: ["say \($0)"]) })
        let header = Header(
            kind: Catalog.kind, session: session, source: Source(role: "dispatch", instance: instance)!, run: 1,
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
            StageStatus(role: "dispatch", instance: instance, state: state, pid: 1, uptimeMs: 0)
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
        _ = registry.update(StageStatus(role: "dispatch", instance: "a", state: .lost, pid: 1, uptimeMs: 0))
        #expect(registry.all.map(\.commands.count) == [1])
        #expect(registry.all.allSatisfy { $0.scopes == nil })
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
        StageStatus(role: "dispatch", instance: instance, state: state, pid: 1, uptimeMs: 0)
    }

    @Test("a stage publishes ready, heartbeats and stopped, and ends with exit code 0")
    func lifecycle() async throws {
        let test = try TestBus()
        let tap = try test.connect("tap")
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let program = try ProgramUnderTest(
            "saybus-intent", ["--bus", test.address.url, "--instance", "one", "--session", "den"])
        let line = try await program.ready()
        #expect(line.wholeMatch(of: /ready role=intent instance=one after=\d+ms/) != nil, "\(line)")
        let ready = try #require(await statuses.first { $0.body.role == "intent" && $0.body.state == .ready })
        #expect(ready.body.pid == Int(program.processID))
        #expect(ready.header.session.rawValue == "den")
        #expect(ready.header.retain)
        let beat = try #require(
            await statuses.first { $0.body.role == "intent" && $0.body.uptimeMs > ready.body.uptimeMs + 500 })
        #expect(beat.body.state == .ready)
        #expect((beat.body.memoryBytes ?? 0) > 1 << 20)
        #expect(beat.body.queued == 0 && beat.body.unanswered == 0)
        #expect(beat.body.subscribes?.contains(SpeechTranscript.kind) == true)
        #expect(beat.body.publishes?.contains(SpeechIntent.kind) == true)
        program.send(SIGTERM)
        let end = await statuses.first { $0.body.state == .stopped }
        #expect(end?.body.instance == "one")
        #expect(try await program.exitCode() == 0)
    }

    @Test(
        "a stage refuses a language file that it cannot read, with exit code 78",
        arguments: ["saybus-listen --stdin", "saybus-transcribe", "saybus-intent", "saybus-audio --sink null"])
    func language(command: String) async throws {
        let words = command.split(separator: " ").map(String.init)
        let program = try ProgramUnderTest(
            words[0], Array(words.dropFirst()), environment: ["SAYBUS_LANGUAGE": "/nonexistent/language.json"])
        #expect(try await program.exitCode() == 78, "\(program.report)")
        let errors = program.lines(.standardError)
        #expect(errors.count == 1 && errors[0].contains("SAYBUS_LANGUAGE"), "\(errors)")
    }

    @Test("an error in the configuration ends a program with exit code 78")
    func configurationError() async throws {
        struct WrongFile: ConfigurationError {
            let description = "the file is wrong"
        }
        let code = await #expect(throws: ExitCode.self) {
            try await reportingFailure("a test") { throw WrongFile() }
        }
        #expect(code?.rawValue == StageFailure.Code.configuration.rawValue)
    }

    private enum Trouble: Int, ProblemKind { case severe, mild }

    @Test("of several problems the most severe one is shown, and each ends for itself")
    func problems() async throws {
        let test = try TestBus()
        let client = try test.connect("client")
        let statuses = client.subscribe(StageStatus.self)
        try await client.ready()
        let options = try StageOptions.parse(["--bus", test.address.url])
        try await StageRunner(role: "audio", options: options, isEmbedded: true).run { context in
            try await context.ready()
            context.setProblem("no room", of: Trouble.mild)
            context.setProblem("no sound", of: Trouble.severe)
            #expect(context.problem == "no sound")
            context.setProblem("little room", of: Trouble.mild)
            #expect(context.problem == "no sound")
            context.setProblem(nil, of: Trouble.severe)
            #expect(context.problem == "little room")
            context.setProblem(nil, of: Trouble.mild)
            #expect(context.problem == nil)
        }
        for shown in ["no room", "no sound", "little room", nil] as [String?] {
            let status = await statuses.first { $0.body.role == "audio" && $0.body.problem == shown }
            #expect(status != nil, "\(shown ?? "no problem")")
        }
    }

    @Test("a stage publishes a status before what it announces, and ready after it", .timeLimit(.minutes(1)))
    func announcement() async throws {
        let test = try TestBus()
        let client = try test.connect("client")
        let messages = client.subscribe(to: [Catalog.self, StageStatus.self])
        try await client.ready()
        let options = try StageOptions.parse(["--bus", test.address.url])
        try await StageRunner(role: "dispatch", options: options, isEmbedded: true).run { context in
            try await context.ready { bus in
                try bus.publish(Catalog(app: "mail", commands: [.init(type: "Read", patterns: ["read my mail"])]))
            }
        }
        var order: [String] = []
        for await received in messages {
            guard case .message(let message) = received, message.header.source.role == "dispatch" else { continue }
            let isStatus = message.header.kind == StageStatus.kind
            try order.append(isStatus ? message.decode(StageStatus.self).body.state.rawValue : "catalog")
            if order.last == "stopped" { break }
        }
        #expect(Array(order.prefix(3)) == ["starting", "catalog", "ready"])
    }

    @Test("a stage with two engines has an instance's name of its own")
    func instanceOfTwoEngines() async throws {
        let test = try TestBus()
        let options = try StageOptions.parse(["--bus", test.address.url])
        let runner = StageRunner(role: "transcribe", engine: "one+two", options: options)
        let instance = Mutex("")
        try await runner.run { context in
            instance.withLock { $0 = context.bus.source.instance }
            try await context.ready()
        }
        #expect(instance.withLock { $0 }.hasPrefix("one-two-"))
    }

    @Test("a stage whose bus connection fails ends with that failure, and exit code 69, although its input just ended")
    func failedBus() async throws {
        let test = try TestBus()
        var options = try StageOptions.parse(["--bus", test.address.url])
        options.instance = "one"
        let runner = StageRunner(role: "intent", options: options)
        let code = await #expect(throws: ExitCode.self) {
            try await reportingFailure("a test") {
                try await runner.run { context in
                    let receipts = context.bus.subscribe(Receipt.self)
                    try await context.ready()
                    // From now on every call of the bus's sockets fails.
                    context.bus.context.shutDown()
                    for try await _ in receipts {}
                }
            }
        }
        #expect(code?.rawValue == StageFailure.Code.unavailable.rawValue)
    }

    @Test("SIGINT and SIGHUP end a stage in the same way as SIGTERM", arguments: [SIGINT, SIGHUP])
    func interrupt(signal: Int32) async throws {
        let test = try TestBus()
        let tap = try test.connect("tap")
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let program = try ProgramUnderTest("saybus-audio", ["--bus", test.address.url, "--sink", "null"])
        try await program.ready()
        program.send(signal)
        #expect(await statuses.first { $0.body.role == "audio" && $0.body.state == .stopped } != nil)
        #expect(try await program.exitCode() == 0)
    }

    @Test("a stage that nohup has started goes on after SIGHUP")
    func nohup() async throws {
        let test = try TestBus()
        let tap = try test.connect("tap")
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let program = try ProgramUnderTest(
            "/bin/sh",
            [
                "-c", "trap '' HUP; exec \"$0\" \"$@\"", ProgramUnderTest.path(of: "saybus-audio"), "--bus",
                test.address.url, "--sink", "null",
            ])
        try await program.ready()
        let before = try #require(await statuses.first { $0.body.role == "audio" && $0.body.state == .ready })
        program.send(SIGHUP)
        let after = await statuses.first {
            $0.body.role == "audio" && ($0.body.state != .ready || $0.body.uptimeMs > before.body.uptimeMs + 1500)
        }
        #expect(after?.body.state == .ready)
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0)
    }

    @Test("a stage that waits for a broker also ends with exit code 0 after SIGTERM")
    func waiting() async throws {
        let address = try TestBus.freshAddress()
        let program = try ProgramUnderTest(
            "saybus-intent", ["--bus", address.url, "--wait", "600", "--log-level", "trace"])
        // The signal is sent when the handlers are installed, so during the wait.
        try await program.line(on: .standardError) { $0.contains("waiting for the bus") }
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0)
    }

    @Test("a task that waits for the bus can be cancelled, even before it begins to wait")
    func cancelledWait() async throws {
        let bus = try Bus(at: TestBus.freshAddress(), as: Source(role: "tap", instance: "x")!, logger: TestBus.quiet)
        let task = Task { try await bus.ready(within: .seconds(600)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await bus.close()
    }

    @Test("the bus is chosen by option, then environment, then the user's run-time directory")
    func address() throws {
        #expect(try BusAddress.chosen("tcp://a:1", environment: ["SAYBUS_BUS": "tcp://b:1"]).url == "tcp://a:1")
        #expect(try BusAddress.chosen(nil, environment: ["SAYBUS_BUS": "tcp://b:1"]).subscribeEndpoint == "tcp://b:2")
        #expect(try BusAddress.chosen(nil, environment: ["XDG_RUNTIME_DIR": "/run/me"]).url == "ipc:///run/me/saybus")
        #expect(try BusAddress.chosen(nil, environment: [:]).url == "ipc:///tmp/saybus-\(getuid())")
        for wrong in [
            "", "ipc://", "ipc://relative", "tcp://:5", "tcp://host", "tcp://host:0", "tcp://host:65535", "http://x",
        ] {
            #expect(throws: BusError.self) { try BusAddress(wrong) }
        }
    }
}
