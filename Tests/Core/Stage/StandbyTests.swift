import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Standby instances, replicas and shadows, as programs")
struct StandbyTests {
    /// A bus with a publisher of transcripts, and the messages of the intent stages.
    private struct Scene {
        let test: TestBus
        let speaker: Bus
        let tap: Bus
        let statuses: Subscription<StageStatus>
        let intents: Subscription<SpeechIntent>

        init() async throws {
            test = try TestBus()
            speaker = try test.connect(.transcribe, tracking: [SpeechTranscript.self])
            tap = try test.connect(.tap)
            statuses = tap.subscribe(StageStatus.self)
            intents = tap.subscribe(SpeechIntent.self)
            try await speaker.ready()
            try await tap.ready()
        }

        func start(_ name: String, _ arguments: [String] = ["--standby"]) throws -> ProgramUnderTest {
            try ProgramUnderTest("saybus-intent", ["--bus", test.address.url, "--instance", name] + arguments)
        }

        @discardableResult
        func say(_ text: String, in session: Session? = nil) throws -> Header {
            try speaker.publish(SpeechTranscript(text: text, engine: "text"), session: session, turn: TurnID())
        }

        /// Returns the next status that matches.
        func status(of instance: String, _ state: StageStatus.State, term: Int? = nil) async -> Message<StageStatus>? {
            await statuses.first { status in
                status.body.instance == instance && status.body.state == state
                    && (term == nil || status.body.term == term)
            }
        }
    }

    @Test("the first instance works; the second is on standby, and takes over when the first gets a signal to stop")
    func drain() async throws {
        let scene = try await Scene()
        let first = try scene.start("one")
        #expect(try await !first.ready().contains("state="))
        let second = try scene.start("two")
        #expect(try await second.ready().contains(" state=standby "))
        try scene.say("hello")
        #expect(await scene.intents.first()?.header.source.instance == "one")
        first.send(SIGTERM)
        #expect(await scene.status(of: "two", .ready, term: 2) != nil)
        try scene.say("hello again")
        let intent = await scene.intents.first()
        #expect(intent?.header.source.instance == "two")
        #expect(intent?.body.text == "hello again")
        #expect(try await first.exitCode() == 0)
        // The message held by the first, whose turn has not ended, is sent to the second.
        await scene.speaker.settled()
        #expect(second.lines(.standardError).count == 1)
    }

    @Test("a killed instance is replaced when the broker reports it lost, and its successor finishes its work")
    func kill() async throws {
        let scene = try await Scene()
        let first = try scene.start("one")
        try await first.ready()
        let second = try scene.start("two")
        try await second.ready()
        // The instance is frozen, so that it cannot have answered when it is killed.
        first.send(SIGSTOP)
        let said = try scene.say("hello")
        first.send(SIGKILL)
        let intent = await scene.intents.first(within: .seconds(8))
        #expect(intent?.header.source.instance == "two")
        #expect(intent?.header.causes == [said.id])
    }

    @Test(
        "an instance frozen for more than three seconds handles none of the missed messages, and goes on standby")
    func frozen() async throws {
        let scene = try await Scene()
        let first = try scene.start("one")
        try await first.ready()
        let second = try scene.start("two")
        try await second.ready()
        first.send(SIGSTOP)
        try scene.say("hello")
        #expect(await scene.intents.first(within: .seconds(8))?.header.source.instance == "two")
        #expect(await scene.status(of: "two", .ready, term: 2) != nil)
        first.send(SIGCONT)
        #expect(await scene.status(of: "one", .standby) != nil)
        second.send(SIGTERM)
        #expect(await scene.status(of: "one", .ready, term: 3) != nil)
        try scene.say("hello again")
        let intent = await scene.intents.first()
        #expect(intent?.body.text == "hello again")
        #expect(intent?.header.source.instance == "one")
    }

    @Test("an instance without --standby works at once, and a standby instance steps down")
    func insistent() async throws {
        let scene = try await Scene()
        let first = try scene.start("one")
        try await first.ready()
        let second = try scene.start("two", [])
        #expect(try await !second.ready().contains("state="))
        #expect(await scene.status(of: "two", .ready) != nil)
        #expect(await scene.status(of: "one", .standby) != nil)
        second.send(SIGTERM)
        #expect(await scene.status(of: "one", .ready, term: 2) != nil)
    }

    @Test("replicas share the sessions by bucket, and all receive the catalog")
    func buckets() async throws {
        let scene = try await Scene()
        let app = try scene.test.connect(.dispatch)
        try await app.ready()
        let catalog = Catalog(app: "kitchen", commands: [.init(type: "Next", patterns: ["next"])])
        try app.publish(catalog)
        let programs = try (0..<2).map { try scene.start("part\($0)", ["--buckets", "\($0)/2"]) }
        for program in programs { try await program.ready() }
        let sessions = (0..<20).compactMap { Session(rawValue: "room\($0)") }
        for session in sessions { try scene.say("next", in: session) }
        let intents = await scene.intents.collect(20)
        #expect(Set(intents.map(\.header.session)) == Set(sessions))
        for intent in intents {
            #expect(intent.header.source.instance == "part\(intent.header.session.bucket % 2)")
            #expect(intent.body.hypotheses.first?.type == "Next")
        }
        // Neither replica has received the other's messages.
        let last = await scene.statuses.first { $0.body.instance == "part0" && $0.body.counters.published > 10 }
        #expect(last?.body.buckets == BucketShare(index: 0, count: 2))
    }

    @Test("the arrival of a replica for other buckets causes no retransmission")
    func arrival() async throws {
        let scene = try await Scene()
        let session = try #require(Session(rawValue: "room1"))
        try scene.say("hello", in: session)
        let other = try scene.start("other", ["--buckets", "\((session.bucket + 1) % 2)/2"])
        try await other.ready()
        let own = try scene.start("own", ["--buckets", "\(session.bucket % 2)/2"])
        try await own.ready()
        #expect(await scene.intents.first()?.header.source.instance == "own")
        #expect(scene.speaker.counters.retried <= 1)
    }

    @Test("a shadow publishes under shadow kinds, which do not count as answers")
    func shadow() async throws {
        let scene = try await Scene()
        let everything = scene.tap.subscribeToAll()
        try await scene.tap.ready()
        let shadow = try scene.start("second-opinion", ["--shadow"])
        #expect(try await shadow.ready().contains("role=shadow.intent"))
        let said = try scene.say("hello")
        let found = await everything.first { received in
            if case .message(let message) = received { message.header.kind.isShadow } else { false }
        }
        guard case .message(let message) = found else {
            Issue.record("no shadow")
            return
        }
        #expect(message.header.kind == "shadow.speech.intent")
        #expect(message.header.causes == [said.id])
        #expect(try message.decode(SpeechIntent.self).body.text == "hello")
        #expect(scene.speaker.unanswered == 1)
        #expect(!scene.speaker.presence.isReady(.intent))
        let active = try scene.start("one")
        try await active.ready()
        #expect(await scene.intents.first()?.header.source.instance == "one")
    }
}
