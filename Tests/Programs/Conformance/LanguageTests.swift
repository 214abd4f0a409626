import Foundation
import SaybusBus
import SaybusConformance
import SaybusMessages
import SaybusTesting
import Testing

/// Whether the libraries of the example in C are installed.
private let hasC = ["/usr/include/jansson.h", "/usr/include/zmq.h"].allSatisfy {
    FileManager.default.fileExists(atPath: $0)
}

@Suite("Stages in other languages", .timeLimit(.minutes(2)))
struct LanguageTests {
    private static let recognizer = TestEnvironment.project + "/deploy/c/recognizer.c"

    /// Compiles a program in C, and returns its path.
    private func compile(_ source: String = Self.recognizer, into folder: TemporaryFolder) async throws -> String {
        let program = folder.path + "/program"
        let compiler = try ProgramUnderTest(
            "/usr/bin/env",
            [
                "gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1", "-o", program, source, "-lzmq", "-ljansson",
            ])
        #expect(try await compiler.exitCode(within: .seconds(60)) == 0, "\(compiler.report)")
        return program
    }

    @Test(
        "the recognizer in C is compiled without a warning, and conforms",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func recognizerInC() async throws {
        let folder = try TemporaryFolder()
        let program = try await compile(into: folder)
        let results = try await ConformanceKit(role: .intent, command: [program, "--wait", "2"]).run()
        for result in results { #expect(result.outcome == .passed, "\(result.check.rawValue): \(result.detail ?? "")") }
    }

    @Test(
        "the recognizer in C works on a bus with keys, and says what is wrong with a key",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func keysInC() async throws {
        let folder = try TemporaryFolder()
        let program = try await compile(into: folder)
        let url = "ipc://" + folder.path + "/bus"
        let environment = ["XDG_CONFIG_HOME": folder.path]
        var policy = ""
        for arguments in [["broker"], ["stranger"], ["deaf"], ["hall", "--role", "intent"]] {
            let made = try ProgramUnderTest("saybus", ["keys", "new"] + arguments, environment: environment)
            #expect(try await made.exitCode() == 0, "\(made.report)")
            policy = made.lines().drop { $0 != "  hall:" }.joined(separator: "\n")
        }
        policy += "\n  deaf: {publish: [stage.status], subscribe: [catalog, receipt, turn.ended]}"
        let file = try folder.write("policy.yaml", "users:\n" + policy + "\n")
        let broker = try ProgramUnderTest(
            "saybus-broker", ["--bus", url, "--key", "broker", "--policy", file], environment: environment)
        try await broker.ready()
        let hall = try ProgramUnderTest(
            program, ["--bus", url, "--key", "hall", "--server-key", "broker"], environment: environment)
        try await hall.ready()
        for (arguments, code, words) in [
            (["--key", "stranger", "--server-key", "broker", "--wait", "1"], 69, "does not know our key"),
            (["--wait", "1"], 69, "wants a key"), (["--key", "hall"], 78, "needs both"),
            (["--key", "deaf", "--server-key", "broker"], 69, "subscribe to speech.transcript"),
            (["--key", "nobody", "--server-key", "broker"], 78, "saybus keys new"),
        ] {
            let wrong = try ProgramUnderTest(program, ["--bus", url] + arguments, environment: environment)
            #expect(try await wrong.exitCode() == Int32(code), "\(wrong.report)")
            #expect(wrong.lines(.standardError).last?.contains(words) == true, "\(wrong.report)")
        }
    }

    @Test(
        "the recognizer in C conforms though its clock is a minute ahead",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func clockInC() async throws {
        let folder = try TemporaryFolder()
        let program = try await compile(into: folder)
        var options = ConformanceOptions()
        options.checks = [.answer, .stale, .envelope]
        options.environment = ShiftedClock(offset: .seconds(60)).environment
        let kit = ConformanceKit(role: .intent, command: [program, "--wait", "2"], options: options)
        for result in try await kit.run() {
            #expect(result.outcome == .passed, "\(result.check.rawValue): \(result.detail ?? "")")
        }
    }

    @Test(
        "the recognizer in C says for which session it works, so that another one goes on with the others",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func sessionInC() async throws {
        let folder = try TemporaryFolder()
        let program = try await compile(into: folder)
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let statuses = client.subscribe(StageStatus.self)
        try await client.ready()
        let stage = try ProgramUnderTest(program, ["--bus", test.address.url, "--session", "kitchen"])
        try await stage.ready()
        let status = await statuses.first { $0.body.role == .intent }
        #expect(status?.body.session?.rawValue == "kitchen", "\(stage.report)")
    }

    @Test(
        "a program in C gives nothing up while its answer may wait to be read",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func unreadInC() async throws {
        let folder = try TemporaryFolder()
        let source = try folder.write(
            "late.c",
            """
            #include "\(TestEnvironment.project)/deploy/c/saybus.h"
            int main(int argc, char **argv) {
                static saybus_bus bus;
                saybus_open(&bus, argc, argv, "intent", "late");
                saybus_connect(&bus, (const char *[]){"speech.transcript", NULL});
                saybus_ready(&bus);
                saybus_message *message = saybus_receive(&bus);
                json_t *body = json_pack("{s:s, s:[], s:s}", "text", "stop", "hypotheses", "engine", "late");
                saybus_publish(&bus, "speech.intent", body, message, NULL);
                zmq_poll(&(zmq_pollitem_t){bus.subscriber, 0, ZMQ_POLLIN, 0}, 1, 20000);
                bus.outbox[0].expires = saybus_clock() - 1;
                saybus_tick(&bus);
                puts(bus.outbox[0].header ? "kept" : "given up");
                saybus_release(message);
                return saybus_close(&bus);
            }

            """)
        let program = try await compile(source, into: folder)
        let test = try TestBus()
        let dispatcher = try test.connect(.dispatch)
        let intents = dispatcher.subscribe(SpeechIntent.self)
        try await dispatcher.ready()
        let stage = try ProgramUnderTest(program, ["--bus", test.address.url])
        try await stage.ready()
        try dispatcher.publish(SpeechTranscript(text: "stop", engine: "test"), turn: TurnID())
        let intent = try #require(await intents.first(), "\(stage.report)")
        let command = CommandInvoked(app: "a", type: "Stop", parameters: [:], confidence: 1, text: "stop")
        try dispatcher.publish(command, answering: intent.header)
        #expect(try await stage.exitCode() == 0)
        #expect(stage.lines() == ["kept"], "\(stage.report)")
    }

    @Test(
        "two recognizers in C without an instance have two names, and refuse a confidence that is none",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func namesInC() async throws {
        let folder = try TemporaryFolder()
        let program = try await compile(into: folder)
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let receipts = client.subscribe(Receipt.self)
        try await client.ready()
        let first = try ProgramUnderTest(program, ["--bus", test.address.url])
        let second = try ProgramUnderTest(program, ["--bus", test.address.url])
        let names = try await [first.ready(), second.ready()].map { $0.split(separator: " ")[2] }
        #expect(Set(names).count == 2, "\(names)")
        let body: JSONValue = .object(["text": .string("stop"), "confidence": .number(1.5), "engine": .string("x")])
        try client.publish(body, of: SpeechTranscript.kind, turn: TurnID())
        let receipt = await receipts.first { $0.body.problem != nil }
        #expect(receipt?.body.problem?.contains("confidence") == true, "\(first.report)")
    }

    @Test(
        "the recognizer in C takes a UUID in capitals for the same as in small letters, and 1.0 for the same as 1",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func capitalsInC() async throws {
        let folder = try TemporaryFolder()
        let program = try await compile(into: folder)
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let intents = client.subscribe(SpeechIntent.self)
        let statuses = client.subscribe(StageStatus.self)
        let dispatcher = try test.connect(.dispatch)
        for bus in [client, dispatcher] { try await bus.ready() }
        let stage = try ProgramUnderTest(program, ["--bus", test.address.url])
        try await stage.ready()
        let (id, turn) = (MessageID(), TurnID())
        let (idInCapitals, turnInCapitals) = ("\(id)".uppercased(), "\(turn)".uppercased())
        let header = """
            {"v": 1.0, "id": "\(idInCapitals)", "kind": "speech.transcript", "session": "default", \
            "turn": "\(turnInCapitals)", "source": "ask/other", "run": 1e0, "seq": 0.0, "at": 1.0}
            """
        let body = #"{"text": "hello", "confidence": 0.5, "engine": "test"}"#
        try client.publish(frames: [Array("speech.transcript/fe/default/".utf8), Array(header.utf8), Array(body.utf8)])
        let intent = try #require(await intents.first())
        #expect(intent.header.turn == turn && intent.header.causes == [id])
        #expect(intent.body.confidence == 0.5, "it is that of the words")
        // It would be sent again after a second.
        try dispatcher.publish(Receipt(of: SpeechIntent.kind), answering: intent.header)
        for _ in 0..<2 { _ = try #require(await statuses.first { $0.body.role == .intent }) }
        let status = await statuses.first { $0.body.role == .intent }
        #expect(status?.body.counters.retried == 0, "\(stage.report)")
    }

    @Test(
        "for the recognizer in C a receipt of a program that does not take intents is none",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func strangersReceiptInC() async throws {
        let folder = try TemporaryFolder()
        let program = try await compile(into: folder)
        let test = try TestBus()
        let stranger = try test.connect(.tap)
        let intents = stranger.subscribe(SpeechIntent.self)
        let statuses = stranger.subscribe(StageStatus.self)
        try await stranger.ready()
        let stage = try ProgramUnderTest(program, ["--bus", test.address.url])
        try await stage.ready()
        try stranger.publish(SpeechTranscript(text: "hello", engine: "test"), turn: TurnID())
        let intent = try #require(await intents.first())
        try stranger.publish(Receipt(of: SpeechIntent.kind, problem: "no"), answering: intent.header)
        let status = try #require(
            await statuses.first { $0.body.role == .intent && $0.body.counters.retried > 0 })
        #expect(status.body.counters.refused ?? 0 == 0, "\(stage.report)")
    }

    @Test(
        "the recognizer in C shows a long refusal in its status, cut between letters, and escapes it for the terminal",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func refusalInC() async throws {
        let folder = try TemporaryFolder()
        let program = try await compile(into: folder)
        let test = try TestBus()
        let dispatcher = try test.connect(.dispatch)
        let intents = dispatcher.subscribe(SpeechIntent.self)
        let statuses = dispatcher.subscribe(StageStatus.self)
        try await dispatcher.ready()
        let stage = try ProgramUnderTest(program, ["--bus", test.address.url])
        try await stage.ready()
        try dispatcher.publish(SpeechTranscript(text: "hello", engine: "test"), turn: TurnID())
        let intent = try #require(await intents.first())
        // 499 bytes of it fit, and end within a letter.
        let problem = "\u{1b}[2J" + String(repeating: "ä", count: 300)
        try dispatcher.publish(Receipt(of: SpeechIntent.kind, problem: problem), answering: intent.header)
        let status = try #require(
            await statuses.first { $0.body.role == .intent && $0.body.counters.refused ?? 0 > 0 })
        #expect(status.body.problem == String(problem.prefix(251)), "\(stage.report)")
        let line = try await stage.line(on: .standardError) { $0.hasSuffix("(1 so far)") }
        #expect(line.contains("\\u{1b}[2Jää") && !line.contains("\u{1b}"), "\(stage.report)")
    }

    @Test(
        "the recognizer in C counts a transcript as malformed whose session is no name, since no answer could go there",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func noSessionInC() async throws {
        let folder = try TemporaryFolder()
        let program = try await compile(into: folder)
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let intents = client.subscribe(SpeechIntent.self)
        let statuses = client.subscribe(StageStatus.self)
        try await client.ready()
        let stage = try ProgramUnderTest(program, ["--bus", test.address.url])
        try await stage.ready()
        let header = """
            {"v": 1, "id": "\(MessageID())", "kind": "speech.transcript", "session": "two words", \
            "source": "ask/other", "run": 1, "seq": 0, "at": 1}
            """
        let body = #"{"text": "hello", "confidence": 0.5, "engine": "test"}"#
        let topic = Array("speech.transcript/ac/two words/".utf8)
        try client.publish(frames: [topic, Array(header.utf8), Array(body.utf8)])
        try client.publish(SpeechTranscript(text: "hello", engine: "test"), turn: TurnID())
        _ = try #require(await intents.first())
        let status = await statuses.first { $0.body.role == .intent && $0.body.counters.malformed > 0 }
        #expect(status?.body.counters.malformed == 1, "\(stage.report)")
    }

    @Test(
        "for the recognizer in C an app is there while one of its programs is",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func programsInC() async throws {
        let folder = try TemporaryFolder()
        let program = try await compile(into: folder)
        let test = try TestBus()
        let (old, new) = (try test.connect(Role("old")), try test.connect(Role("new")))
        let intents = new.subscribe(SpeechIntent.self)
        try await old.ready()
        try await new.ready()
        let catalog = Catalog(app: "dice", commands: [.init(type: "Roll", patterns: ["roll"])])
        try old.publish(catalog)
        try new.publish(catalog)
        let stage = try ProgramUnderTest(program, ["--bus", test.address.url])
        try await stage.ready()
        for bus in [old, new] {
            try bus.publish(Catalog(app: "dice", commands: []))
            // The next transcript comes from the same program, and so after the catalog.
            try bus.publish(SpeechTranscript(text: "roll", engine: "test"), turn: TurnID())
            let intent = await intents.first()?.body
            #expect(intent?.hypotheses.count == (bus === old ? 1 : 0), "\(stage.report)")
        }
    }

    @Test(
        "for the recognizer in C the catalog of a program that is gone counts until another one is there",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func goneProgramInC() async throws {
        let folder = try TemporaryFolder()
        let program = try await compile(into: folder)
        let test = try TestBus()
        let (old, new) = (try test.connect(Role("old")), try test.connect(Role("new")))
        let intents = new.subscribe(SpeechIntent.self)
        for bus in [old, new] { try await bus.ready() }
        try old.publish(Catalog(app: "dice", commands: [.init(type: "Roll", patterns: ["roll"])]))
        let stage = try ProgramUnderTest(program, ["--bus", test.address.url])
        try await stage.ready()
        /// Returns the number of commands that a text may be. The transcript comes after what `new` has published.
        func count(_ text: String) async throws -> Int? {
            try new.publish(SpeechTranscript(text: text, engine: "test"), turn: TurnID())
            return await intents.first()?.body.hypotheses.count
        }
        let source = old.source
        try new.publish(StageStatus(role: source.role, instance: source.instance, state: .stopped, pid: 1, uptimeMs: 1))
        #expect(try await count("roll") == 1, "\(stage.report)")
        try new.publish(Catalog(app: "dice", commands: [.init(type: "Throw", patterns: ["throw"])]))
        #expect(try await count("throw") == 1, "\(stage.report)")
        try new.publish(Catalog(app: "dice", commands: []))
        #expect(try await count("roll") == 0, "\(stage.report)")
    }

    @Test(
        "the recognizer in C knows the commands of a session's program, and not those of other rooms",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func scopesInC() async throws {
        let folder = try TemporaryFolder()
        let program = try await compile(into: folder)
        let test = try TestBus()
        let (one, two) = (try test.connect(Role("one")), try test.connect(Role("two")))
        let intents = two.subscribe(SpeechIntent.self)
        for bus in [one, two] { try await bus.ready() }
        let rooms = try ["kitchen", "hall", "den"].map { try #require(Session(rawValue: $0)) }
        let catalog = Catalog(app: "dice", commands: [.init(type: "Roll", patterns: ["roll"])])
        try one.publish(catalog.scoped(to: rooms[0]))
        try two.publish(catalog.scoped(to: rooms[1]))
        let stage = try ProgramUnderTest(program, ["--bus", test.address.url])
        try await stage.ready()
        for (room, count) in zip(rooms, [1, 1, 0]) {
            try two.publish(SpeechTranscript(text: "roll", engine: "test"), session: room, turn: TurnID())
            let intent = await intents.first()?.body
            #expect(intent?.hypotheses.count == count, "\(stage.report)")
        }
    }

    @Test(
        "the recognizer in C answers in more sessions than it remembers",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func sessionsInC() async throws {
        let folder = try TemporaryFolder()
        let program = try await compile(into: folder)
        let test = try TestBus()
        let client = try test.connect(Role("client"), tracking: [SpeechTranscript.self])
        let intents = client.subscribe(SpeechIntent.self, buffer: 2000)
        try await client.ready()
        let stage = try ProgramUnderTest(program, ["--bus", test.address.url])
        try await stage.ready()
        let count = 600
        for number in 0..<count {
            let session = try #require(Session(rawValue: "room\(number)"))
            try client.publish(SpeechTranscript(text: "hello", engine: "test"), session: session, turn: TurnID())
        }
        #expect(await intents.collect(count).count == count, "\(stage.report)")
        stage.send(SIGTERM)
        #expect(try await stage.exitCode() == 0, "\(stage.report)")
    }

    @Test(
        "the recognizer in C refuses a directory that others may write to, also when it connects again",
        .enabled(if: hasC, "libjansson-dev is missing"))
    func directoryInC() async throws {
        let folder = try TemporaryFolder()
        let program = try await compile(into: folder)
        let parent = folder.path + "/open"
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: false)
        #expect(chmod(parent, 0o777) == 0)
        let early = try ProgramUnderTest(program, ["--bus", "ipc://" + parent + "/bus", "--wait", "1"])
        #expect(try await early.exitCode() == 69, "\(early.report)")
        #expect(early.lines(.standardError).last?.contains("may be written by others") == true, "\(early.report)")

        let directory = folder.path + "/bus"
        let broker = try ProgramUnderTest("saybus-broker", ["--bus", "ipc://" + directory])
        try await broker.ready()
        let stage = try ProgramUnderTest(program, ["--bus", "ipc://" + directory])
        try await stage.ready()
        #expect(chmod(directory, 0o777) == 0)
        broker.send(SIGKILL)
        #expect(try await stage.exitCode() == 69, "\(stage.report)")
        #expect(stage.lines(.standardError).last?.contains("may be written by others") == true, "\(stage.report)")
    }
}
