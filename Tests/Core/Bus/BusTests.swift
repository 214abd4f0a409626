import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

@Suite("The bus")
struct BusTests {
    @Test("a message published after both sides are ready arrives with its type, a stamp and a sequence number")
    func roundTrip() async throws {
        let test = try TestBus()
        let listener = try test.connect(.intent)
        let transcripts = listener.subscribe(SpeechTranscript.self)
        try await listener.ready()
        let speaker = try test.connect(.transcribe)
        try await speaker.ready()
        let turn = TurnID()
        for number in 0..<100 {
            try speaker.publish(SpeechTranscript(text: "\(number)", engine: "text"), turn: turn)
        }
        let messages = await transcripts.collect(100)
        #expect(messages.map(\.body.text) == (0..<100).map(String.init))
        #expect(messages.map(\.header.sequence) == Array(0..<100))
        #expect(messages.allSatisfy { $0.header.turn == turn && $0.stamp?.epoch == test.broker.epoch })
        let offsets = messages.compactMap { $0.stamp?.offset }
        #expect(offsets == offsets.sorted() && Set(offsets).count == 100)
        #expect(listener.counters.lost == 0)
    }

    @Test("a subscription that is ended returns nothing more, not even what waits for the reader")
    func endedSubscription() async throws {
        let test = try TestBus()
        let listener = try test.connect(.intent)
        let transcripts = listener.subscribe(to: [SpeechTranscript.self])
        try await listener.ready()
        let speaker = try test.connect(.transcribe)
        try await speaker.ready()
        for number in 0..<3 { try speaker.publish(SpeechTranscript(text: "\(number)", engine: "text")) }
        var iterator = transcripts.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        // A barrier after the messages: all of them have arrived.
        try await speaker.ready()
        try await listener.ready()
        #expect(listener.queued == 2)
        transcripts.end()
        #expect(await iterator.next() == nil)
        #expect(listener.queued == 0)
    }

    @Test("without a broker, ready fails with the command that starts one")
    func noBroker() async throws {
        let address = try TestBus.freshAddress()
        let bus = try Bus(at: address, as: Source(role: .tap, instance: "x")!, logger: TestBus.quiet)
        let error = await #expect(throws: BusError.self) { try await bus.ready(within: .milliseconds(150)) }
        #expect(error?.code == .noBroker)
        #expect(error?.description.contains("saybus-broker --bus \(address)") == true)
        await bus.close()
        let closed = await #expect(throws: BusError.self) { try await bus.ready() }
        #expect(closed?.code == .closed)
    }

    @Test("a stage may start before its broker")
    func brokerLater() async throws {
        let address = try TestBus.freshAddress()
        let bus = try Bus(at: address, as: Source(role: .tap, instance: "x")!, logger: TestBus.quiet)
        async let ready: Void = bus.ready(within: .seconds(20))
        let test = try TestBus.at(address)
        try await ready
        withExtendedLifetime(test) {}
    }

    @Test("retained messages have arrived before ready returns")
    func retained() async throws {
        let test = try TestBus()
        let dispatcher = try test.connect(.dispatch)
        try await dispatcher.ready()
        let catalogs = (0..<50).map { number in
            Catalog(app: "app\(number)", commands: [.init(type: "Go", patterns: ["go \(number)"])])
        }
        for (number, catalog) in catalogs.enumerated() {
            try dispatcher.publish(catalog, session: Session(rawValue: "room\(number)"))
        }
        // On the same connection, the dispatcher's own barrier comes after all of its catalogs.
        try await dispatcher.ready()
        let late = try test.connect(.intent)
        let subscription = late.subscribe(Catalog.self)
        try await late.ready()
        let seen = Received()
        let reader = Task { for try await message in subscription { seen.add(message.body.app) } }
        await late.close()
        try await reader.value
        #expect(seen.apps == Set(catalogs.map(\.app)))
    }

    @Test("a further subscription of a program to the same kind gets the retained messages, too")
    func subscribedAgain() async throws {
        let test = try TestBus()
        let dispatcher = try test.connect(.dispatch)
        try await dispatcher.ready()
        try dispatcher.publish(Catalog(app: "lights", commands: [.init(type: "Go", patterns: ["go"])]))
        try await dispatcher.ready()
        let late = try test.connect(.intent)
        let first = late.subscribe(Catalog.self)
        try await late.ready()
        #expect(await first.first()?.body.app == "lights")
        let second = late.subscribe(Catalog.self)
        try await late.ready()
        #expect(await second.first()?.body.app == "lights")
        withExtendedLifetime(first) {}
    }

    @Test("a kind on demand is wanted until the last of a program's subscriptions to it has ended")
    func demand() async throws {
        let test = try TestBus()
        let watcher = try test.connect(Role("watcher"))
        let statuses = watcher.subscribe(StageStatus.self)
        let client = try test.connect(Role("client"))
        let levels = (0..<2).map { _ in client.subscribe(to: [ListenLevel.self]) }
        try await watcher.ready()
        try await client.ready()
        #expect(await statuses.first { $0.body.demands == [ListenLevel.kind] } != nil)
        for level in levels { level.end() }
        #expect(await statuses.first { $0.body.role == .broker && $0.body.demands == nil } != nil)
        await client.close()
    }

    @Test("malformed frames are counted and delivered only to subscriptions to everything")
    func garbage() async throws {
        let test = try TestBus()
        let listener = try test.connect(.intent)
        let transcripts = listener.subscribe(SpeechTranscript.self)
        let tap = try test.connect(.tap)
        let everything = tap.subscribeToAll()
        let speaker = try test.connect(.transcribe)
        try await listener.ready()
        try await tap.ready()
        try await speaker.ready()
        let good = RawMessage(
            header: Header(
                kind: SpeechTranscript.kind, session: .default, source: speaker.source, run: 1, sequence: 0), body: []
        ).frames
        let topic = Topic(SpeechTranscript.kind).bytes
        try speaker.publish(frames: [topic, Array("no json".utf8), []])
        try speaker.publish(frames: [topic, good[1], Array("{\"text\":3}".utf8)])
        try speaker.publish(frames: [topic])
        try speaker.publish(frames: [topic, good[1], [], [], [], [], [], [], [], []])
        try speaker.publish(frames: [topic, good[1], [UInt8](repeating: 32, count: 10 << 20)])
        var other = String(decoding: good[1], as: UTF8.self)
        other = other.replacingOccurrences(of: "\"v\":1", with: "\"v\":9")
        try speaker.publish(frames: [topic, Array(other.utf8), Array("{}".utf8)])
        try speaker.publish(SpeechTranscript(text: "still here", engine: "text"))
        let message = await transcripts.first()
        #expect(message?.body.text == "still here")
        #expect(listener.counters.malformed == 3)
        let refusals = await everything.first { received in
            guard case .message(let raw) = received, raw.header.kind == StageStatus.kind,
                let status = try? raw.decode(StageStatus.self).body
            else { return false }
            return status.role == .broker && status.counters.malformed == 3
        }
        #expect(refusals != nil)
    }

    @Test("a message of an unknown kind passes the bus and reaches subscriptions to everything")
    func unknownKind() async throws {
        let test = try TestBus()
        let tap = try test.connect(.tap)
        let everything = tap.subscribeToAll()
        try await tap.ready()
        let speaker = try test.connect(Role("other"))
        try await speaker.ready()
        let header = Header(kind: "weather.report", session: .default, source: speaker.source, run: 1, sequence: 0)
        try speaker.publish(frames: RawMessage(header: header, body: Array("{}".utf8)).frames)
        let found = await everything.first { received in
            if case .message(let raw) = received { raw.header.kind == "weather.report" } else { false }
        }
        #expect(found != nil)
    }

    @Test("a reader that is too slow loses the newest messages, and the loss is counted")
    func slowReader() async throws {
        let test = try TestBus()
        let listener = try test.connect(.intent)
        let few = listener.subscribe(SpeechPartial.self, buffer: 10)
        let all = listener.subscribe(SpeechPartial.self)
        try await listener.ready()
        let speaker = try test.connect(.transcribe)
        try await speaker.ready()
        for number in 0..<200 { try speaker.publish(SpeechPartial(text: "x", revision: number)) }
        #expect(await all.collect(200).count == 200)
        // After another barrier the thread has dropped and counted all messages that found no room, the last
        // one included.
        try await listener.ready()
        #expect(await few.collect(10).map(\.body.revision) == Array(0..<10))
        #expect(listener.counters.dropped == 190)
    }

    @Test("64 MiB of messages wait for a reader at most, the others are dropped and counted, and reading makes room")
    func largeMessages() async throws {
        let test = try TestBus()
        let listener = try test.connect(.tap)
        let large = listener.subscribe(to: [CardShown.self])
        let markers = listener.subscribe(SpeechPartial.self)
        try await listener.ready()
        let speaker = try test.connect(.dispatch)
        try await speaker.ready()
        let body = [UInt8](repeating: 0x20, count: (1 << 20) - 1000)
        func publish(_ number: Int) async throws {
            let header = Header(
                kind: CardShown.kind, session: .default, source: speaker.source, run: 1, sequence: number)
            try speaker.publish(frames: RawMessage(header: header, body: body).frames)
            // The publisher is no faster than the bus.
            try speaker.publish(SpeechPartial(text: "a", revision: number))
            #expect(await markers.first()?.body.revision == number)
        }
        for number in 0..<70 { try await publish(number) }
        #expect(large.waitingCount == 64 && listener.counters.dropped == 6)
        var iterator = large.makeAsyncIterator()
        let first = await iterator.next()
        #expect(first != nil && large.waitingCount == 63)
        try await publish(70)
        #expect(large.waitingCount == 64 && listener.counters.dropped == 6)
    }

    @Test("a lost message is counted")
    func holes() async throws {
        let test = try TestBus()
        let listener = try test.connect(.intent)
        let partials = listener.subscribe(SpeechPartial.self)
        try await listener.ready()
        let speaker = try test.connect(.transcribe)
        try await speaker.ready()
        for sequence in [0, 1, 4, 5] {
            var header = Header(
                kind: SpeechPartial.kind, session: .default, source: speaker.source, run: 7, sequence: sequence)
            let body = try SpeechPartial(text: "x", revision: sequence).wire(header: &header)
            try speaker.publish(frames: RawMessage(header: header, body: body).frames)
        }
        #expect(await partials.collect(4).count == 4)
        #expect(listener.counters.lost == 2)
    }

    @Test("what is published between the end of a subscription and the next one is not lost")
    func renewed() async throws {
        let test = try TestBus()
        let listener = try test.connect(.tap)
        let ends = listener.subscribe(SpeechEnded.self)
        let speaker = try test.connect(.transcribe)
        try await speaker.ready()
        for round in 0..<3 {
            let everything = listener.subscribeToAll()
            try await listener.ready()
            for revision in 0..<4 { try speaker.publish(SpeechPartial(text: "\(round)", revision: revision)) }
            let last = await everything.first { received in
                guard case .message(let raw) = received, raw.header.kind == SpeechPartial.kind else { return false }
                return raw.header.sequence == 9 * round + 3
            }
            #expect(last != nil)
            everything.end()
            try await listener.ready()
            for revision in 4..<9 { try speaker.publish(SpeechPartial(text: "\(round)", revision: revision)) }
            // A barrier after them: the broker has read all of them.
            try await speaker.ready()
        }
        #expect(listener.counters.lost == 0)
        withExtendedLifetime(ends) {}
    }

    @Test("a message larger than allowed is refused by its publisher's connection")
    func tooLarge() async throws {
        let test = try TestBus()
        let speaker = try test.connect(.transcribe)
        let error = #expect(throws: BusError.self) {
            try speaker.publish(SpeechPartial(text: String(repeating: "x", count: 2 << 20), revision: 0))
        }
        #expect(error?.code == .unsendable)
    }

    @Test("subscriptions end when the bus is closed, and messages published before are still sent")
    func closing() async throws {
        let test = try TestBus()
        let listener = try test.connect(.intent)
        let partials = listener.subscribe(SpeechPartial.self)
        try await listener.ready()
        let speaker = try test.connect(.transcribe)
        let own = speaker.subscribe(SpeechPartial.self)
        try await speaker.ready()
        for number in 0..<1000 { try speaker.publish(SpeechPartial(text: "x", revision: number)) }
        await speaker.close()
        #expect(await partials.collect(1000).count == 1000)
        for try await _ in own {}
        #expect(throws: BusError.self) { try speaker.publish(SpeechPartial(text: "x", revision: 0)) }
    }

    @Test("messages published before the bus was closed arrive, though the broker stands still for most of a second")
    func closingSlowly() async throws {
        let address = try TestBus.freshAddress()
        let broker = try ProgramUnderTest("saybus-broker", ["--bus", address.url])
        func connect(_ role: Role) throws -> Bus {
            try Bus(at: address, as: try #require(Source(role: role, instance: "test")), logger: TestBus.quiet)
        }
        let listener = try connect(.intent)
        let partials = listener.subscribe(SpeechPartial.self)
        try await listener.ready()
        let speaker = try connect(.transcribe)
        try await speaker.ready()
        broker.send(SIGSTOP)
        // More than the kernel takes for a broker that does not read.
        let text = String(repeating: "x", count: 1000)
        for number in 0..<1000 { try speaker.publish(SpeechPartial(text: text, revision: number)) }
        async let closed: Void = speaker.close()
        // Longer than libzmq would wait.
        try await Task.sleep(for: .milliseconds(800))
        broker.send(SIGCONT)
        #expect(await partials.collect(1000).count == 1000)
        await closed
    }

    @Test("a bus whose broker does not answer is closed after two seconds and a half")
    func closingWithoutAnswer() async throws {
        let address = try TestBus.freshAddress()
        let broker = try ProgramUnderTest("saybus-broker", ["--bus", address.url])
        let speaker = try Bus(
            at: address, as: try #require(Source(role: .transcribe, instance: "test")), logger: TestBus.quiet)
        try await speaker.ready()
        try speaker.publish(SpeechPartial(text: "x", revision: 0))
        broker.send(SIGSTOP)
        let start = ContinuousClock.now
        await speaker.close()
        #expect(ContinuousClock.now - start < .seconds(10))
        broker.send(SIGKILL)
    }
}

private final class Received: Sendable {
    private let storage = Mutex<Set<String>>([])
    var apps: Set<String> { storage.withLock { $0 } }
    func add(_ app: String) { storage.withLock { _ = $0.insert(app) } }
}
