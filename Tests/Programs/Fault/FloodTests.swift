import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import SaybusZeroMQ
import Synchronization
import Testing

@Suite("Floods and blocked subscribers", .serialized)
struct FloodTests {
    @Test("a stopped tap and a raw socket that never reads slow no other program, and the broker's memory is bounded")
    func stuck() async throws {
        let rig = try Rig()
        let broker = try await rig.start(.broker)
        let tap = try await rig.start(.tap)
        tap.send(SIGSTOP)
        var raw = try SubscriberSocket(Context())
        try raw.subscribe([])
        try raw.connect(rig.address.subscribeEndpoint)
        let listener = try Bus(at: rig.address, as: Source(role: .tap, instance: "reader")!, logger: TestBus.quiet)
        let partials = listener.subscribe(SpeechPartial.self, buffer: 200_000)
        try await listener.ready()
        try await rig.client.ready()
        let before = residentMemory(of: broker.processID)
        let text = String(repeating: "x", count: 1000)
        for number in 0..<50_000 {
            try rig.client.publish(SpeechPartial(text: text, revision: number))
            // The publisher's own queue is bounded, so it waits for the reader: the test is about the blocked
            // subscribers.
            if number % 5000 == 4999 { #expect(await partials.collect(5000).count == 5000) }
        }
        #expect(listener.counters.lost == 0)
        // 20 000 messages of 1.4 kB for each of the two blocked subscribers, and the same again for the
        // allocator's overhead.
        #expect(residentMemory(of: broker.processID) - before < Double(150 * Sanitizer.memoryFactor))
        withExtendedLifetime(raw) {}
        tap.send(SIGCONT)
        tap.send(SIGTERM)
        #expect(try await tap.exitCode() == 0)
    }

    @Test(
        "a flood of 6000 transcripts ends in time, with bounded memory and every message accounted for"
    )
    func flood() async throws {
        let rig = try await Rig.typed()
        let flooder = try Bus(
            at: rig.address, as: Source(role: .console, instance: "flood")!, tracking: [SpeechTranscript.self],
            logger: TestBus.quiet)
        let statuses = rig.client.subscribe(StageStatus.self, buffer: 10_000)
        try await flooder.ready()
        try await rig.client.ready()
        // More than wait for an answer at a time, which are 4096. A debug build handles some 400 turns a second.
        let count = 6000
        let start = ContinuousClock.now
        for number in 0..<count {
            try flooder.publish(SpeechTranscript(text: "flood \(number)", engine: "text"), turn: TurnID())
        }
        // Messages that the publisher dropped, or that were unanswered for ten seconds, are given up with a
        // reason: nothing waits forever.
        await flooder.settled()
        #expect(ContinuousClock.now - start < .seconds(90))
        let status = await statuses.first(within: .seconds(60)) { status in
            let counters = status.body.counters
            return status.body.role == .intent && counters.received + counters.lost >= count
        }
        #expect(status != nil, "messages not received are counted as lost")
        rig.expectAlive()
        for role in [Role.intent, .dispatch, .audio, .broker] {
            let pid = await statuses.first { $0.body.role == role && $0.body.state == .ready }?.body.pid
            #expect(residentMemory(of: Int32(try #require(pid))) < Double(300 * Sanitizer.memoryFactor), "\(role)")
        }
        // The next turn is processed after the flood.
        let ends = rig.client.subscribe(TurnEnded.self, buffer: 100_000)
        try await rig.client.ready()
        let turn = try rig.publishText("mark 99", within: .seconds(60))
        let end = await ends.first(within: .seconds(60)) { $0.header.turn == turn }
        #expect(end?.body.outcome == .handled, "\(String(describing: end?.body))")
        #expect(rig.marks == ["99"])
    }

    @Test("twenty turns that expire together yield one apology, so the next answer need not wait for twenty")
    func apology() async throws {
        let rig = try await Rig.typed(audio: ["--real-time"])
        let ends = rig.client.subscribe(TurnEnded.self)
        let playbacks = rig.client.subscribe(AudioPlayback.self)
        try await rig.client.ready()
        try await rig.kill(.intent)
        for number in 0..<20 { _ = try rig.publishText("mark \(number)", within: .milliseconds(200)) }
        let outcomes = await ends.collect(20).map(\.body.outcome)
        #expect(outcomes.count == 20 && outcomes.allSatisfy { $0 == .expired })
        try await rig.start(.intent)
        let turn = try rig.publishText("mark 99")
        let apologies = Mutex(0)
        let answer = await playbacks.first { playback in
            if playback.header.turn == nil, playback.body.state == .finished { apologies.withLock { $0 += 1 } }
            return playback.header.turn == turn && playback.body.state == .finished
        }
        #expect(answer != nil)
        #expect(apologies.withLock { $0 } == 1)
    }
}
