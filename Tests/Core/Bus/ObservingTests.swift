import SaybusBus
import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

@Suite("Properties of a connection")
struct ObservingTests {
    @Test("subscribed and tracked kinds are known at once, other published kinds after the first message")
    func kinds() async throws {
        let test = try TestBus()
        let bus = try test.connect(.transcribe, tracking: [SpeechTranscript.self])
        #expect(bus.publishedKinds == [SpeechTranscript.kind])
        var catalogs: Subscription<Catalog>? = bus.subscribe(Catalog.self)
        #expect(bus.subscribedKinds.contains(Catalog.kind))
        #expect(bus.subscribedKinds.contains(SpeechIntent.kind), "the answers to what is tracked")
        #expect(!bus.isSubscribedToAll)
        let all = bus.subscribeToAll()
        #expect(bus.isSubscribedToAll)
        try await bus.ready()
        try bus.publish(SpeechPartial(text: "a", revision: 0))
        #expect(bus.publishedKinds == [SpeechPartial.kind, SpeechTranscript.kind])
        catalogs = nil
        withExtendedLifetime((catalogs, all)) {}
    }

    @Test("messages that wait for their reader are counted until they are read")
    func queue() async throws {
        let test = try TestBus()
        let bus = try test.connect(.intent)
        let partials = bus.subscribe(SpeechPartial.self, buffer: 3)
        let marks = bus.subscribe(TurnEnded.self)
        try await bus.ready()
        #expect(bus.queued == 0)
        for revision in 0..<5 { try bus.publish(SpeechPartial(text: "a", revision: revision)) }
        try bus.publish(TurnEnded(outcome: .handled))
        _ = try #require(await marks.first())
        // The buffer had no room for two of the five.
        #expect(bus.queued == 3 && bus.counters.dropped == 2)
        _ = await partials.collect(3)
        #expect(bus.queued == 0)
    }

    @Test("subscriptions to everything also get stale messages")
    func stale() async throws {
        let test = try TestBus()
        let tap = try test.connect(.tap)
        let all = tap.subscribeToAll()
        let typed = tap.subscribe(SpeechTranscript.self)
        try await tap.ready()
        let bus = try test.connect(.ask)
        try await bus.ready()
        try bus.publish(SpeechTranscript(text: "old", engine: "text"), deadline: WallClock.microseconds() - 1_000_000)
        try bus.publish(SpeechTranscript(text: "new", engine: "text"))
        let first = await all.first { received in
            if case .message(let message) = received { message.header.kind == SpeechTranscript.kind } else { false }
        }
        guard case .message(let message)? = first else {
            Issue.record("nothing came")
            return
        }
        #expect(try message.decode(SpeechTranscript.self).body.text == "old")
        #expect(await typed.first()?.body.text == "new")
    }

    @Test("a subscription to everything shows a message that came twice only on request, and then as repeated")
    func repeated() async throws {
        let test = try TestBus()
        let tap = try test.connect(.tap)
        let (all, with) = (tap.subscribeToAll(), tap.subscribeToAll(withRepeated: true))
        try await tap.ready()
        let bus = try test.connect(.ask)
        try await bus.ready()
        let id = MessageID()
        for text in ["one", "again", "two"] {
            try bus.publish(SpeechPartial(text: text, revision: 0), id: text == "two" ? nil : id)
        }
        @Sendable func isPartial(_ received: Received) -> Bool {
            switch received {
            case .message(let message), .repeated(let message): message.header.kind == SpeechPartial.kind
            case .malformed: false
            }
        }
        let shown = Mutex<[String]>([])
        for (stream, count) in [(with, 3), (all, 2)] {
            _ = await stream.first { received in
                guard isPartial(received) else { return false }
                return shown.withLock { shown in
                    if case .repeated = received { shown.append("repeated") } else { shown.append("new") }
                    return shown.count == (count == 3 ? 3 : 5)
                }
            }
        }
        #expect(shown.withLock { $0 } == ["new", "repeated", "new", "new", "new"])
    }

    @Test("frames are yielded as they are on the wire, valid or not")
    func frames() async throws {
        let test = try TestBus()
        let tap = try test.connect(.tap)
        let frames = tap.subscribeToFrames()
        try await tap.ready()
        let bus = try test.connect(.ask)
        try await bus.ready()
        let garbage: [[UInt8]] = [[0xFF], [0], [1, 2, 3]]
        try bus.publish(frames: garbage)
        #expect(await frames.first { $0.count == 4 && Array($0.prefix(3)) == garbage } != nil)
        await tap.close()
        #expect(await frames.first(within: .seconds(20)) { _ in false } == nil)
    }
}
