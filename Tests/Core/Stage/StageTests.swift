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
    @Test("a stage publishes ready, heartbeats and stopped, and ends with exit code 0")
    func lifecycle() async throws {
        let test = try TestBus()
        let tap = try test.connect(.tap)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let program = try ProgramUnderTest(
            "saybus-intent", ["--bus", test.address.url, "--instance", "one", "--session", "den"])
        let line = try await program.ready()
        #expect(line.wholeMatch(of: /ready role=intent instance=one after=\d+ms/) != nil, "\(line)")
        let ready = try #require(await statuses.first { $0.body.role == .intent && $0.body.state == .ready })
        #expect(ready.body.pid == Int(program.processID))
        #expect(ready.header.session.rawValue == "den")
        #expect(ready.header.retain)
        let beat = try #require(
            await statuses.first { $0.body.role == .intent && $0.body.uptimeMs > ready.body.uptimeMs + 500 })
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
        let client = try test.connect(Role("client"))
        let statuses = client.subscribe(StageStatus.self)
        try await client.ready()
        let options = try StageOptions.parse(["--bus", test.address.url])
        try await StageRunner(role: .audio, options: options, isEmbedded: true).run { context in
            try await context.ready()
            context.setProblem("no room", of: Trouble.mild)
            context.setProblem("no sound", of: Trouble.severe)
            #expect(context.problem == "no sound")
            context.setProblem("little room", of: Trouble.mild)
            #expect(context.problem == "no sound")
            context.setProblem(nil, of: Trouble.severe)
            #expect(context.problem == "little room")
            context.setProblem(String(repeating: "long ", count: 1 << 18), of: Trouble.mild)
            context.setProblem(nil, of: Trouble.mild)
            #expect(context.problem == nil)
        }
        // A problem that no message could hold is cut.
        let cut = String(repeating: "long ", count: 200) + "…"
        for shown in ["no room", "no sound", "little room", cut, nil] as [String?] {
            let status = await statuses.first { $0.body.role == .audio && $0.body.problem == shown }
            #expect(status != nil, "\(shown ?? "no problem")")
        }
    }

    @Test("a stage publishes a status before what it announces, and ready after it", .timeLimit(.minutes(1)))
    func announcement() async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let messages = client.subscribe(to: [Catalog.self, StageStatus.self])
        try await client.ready()
        let options = try StageOptions.parse(["--bus", test.address.url])
        try await StageRunner(role: .dispatch, options: options, isEmbedded: true).run { context in
            try await context.ready { bus in
                try bus.publish(Catalog(app: "mail", commands: [.init(type: "Read", patterns: ["read my mail"])]))
            }
        }
        var order: [String] = []
        for await received in messages {
            guard case .message(let message) = received, message.header.source.role == .dispatch else { continue }
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
        let runner = StageRunner(role: .transcribe, engine: "one+two", options: options)
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
        let runner = StageRunner(role: .intent, options: options)
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
        let tap = try test.connect(.tap)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let program = try ProgramUnderTest("saybus-audio", ["--bus", test.address.url, "--sink", "null"])
        try await program.ready()
        program.send(signal)
        #expect(await statuses.first { $0.body.role == .audio && $0.body.state == .stopped } != nil)
        #expect(try await program.exitCode() == 0)
    }

    @Test("a stage that nohup has started goes on after SIGHUP")
    func nohup() async throws {
        let test = try TestBus()
        let tap = try test.connect(.tap)
        let statuses = tap.subscribe(StageStatus.self)
        try await tap.ready()
        let program = try ProgramUnderTest(
            "/bin/sh",
            [
                "-c", "trap '' HUP; exec \"$0\" \"$@\"", ProgramUnderTest.path(of: "saybus-audio"), "--bus",
                test.address.url, "--sink", "null",
            ])
        try await program.ready()
        let before = try #require(await statuses.first { $0.body.role == .audio && $0.body.state == .ready })
        program.send(SIGHUP)
        let after = await statuses.first {
            $0.body.role == .audio && ($0.body.state != .ready || $0.body.uptimeMs > before.body.uptimeMs + 1500)
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
        let bus = try Bus(at: TestBus.freshAddress(), as: Source(role: .tap, instance: "x")!, logger: TestBus.quiet)
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
