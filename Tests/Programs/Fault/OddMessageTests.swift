import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Synchronization
import Testing

@Suite("Invalid and repeated messages", .serialized)
struct OddMessageTests {
    @Test("a transcript of nearly a megabyte, whose intent exceeds the size limit, ends its turn as failed")
    func tooLarge() async throws {
        let rig = try await Rig.typed()
        let ends = rig.client.subscribe(TurnEnded.self)
        try await rig.client.ready()
        // Nearly the largest transcript. Its intent has the same text and more.
        var header = Header(
            kind: SpeechTranscript.kind, session: .default, turn: TurnID(), source: rig.client.source,
            run: rig.client.run,
            sequence: 0, deadline: WallClock.microseconds())
        let body = try SpeechTranscript(text: "", engine: "text").wire(header: &header)
        let rest = RawMessage(header: header, body: body).frames.reduce(0) { $0 + $1.count }
        let turn = try rig.publishText(String(repeating: "x", count: RawMessage.maximumSize - rest - 62))
        let end = await ends.first { $0.header.turn == turn }
        #expect(end?.body.outcome == .failed)
        #expect(end?.body.reason?.contains("bytes") == true, "\(end?.body.reason ?? "")")
        try await rig.expectNextTurnHandled(ends, after: turn)
    }

    @Test("an intent that no dispatcher can read fails its turn, and the user hears of it")
    func unreadable() async throws {
        let rig = try await Rig.typed()
        let ends = rig.client.subscribe(TurnEnded.self)
        let playbacks = rig.client.subscribe(AudioPlayback.self)
        try await rig.client.ready()
        let turn = TurnID()
        let header = Header(
            kind: SpeechIntent.kind, session: .default, turn: turn, source: Source(role: .intent, instance: "odd")!,
            run: 1, sequence: 0, at: WallClock.microseconds(), deadline: WallClock.microseconds() + 10_000_000)
        try rig.client.publish(frames: RawMessage(header: header, body: Array(#"{"text": "mark 7"}"#.utf8)).frames)
        let end = await ends.first { $0.header.turn == turn }
        #expect(end?.body.outcome == .failed)
        #expect(end?.body.reason?.contains("cannot be read") == true, "\(end?.body.reason ?? "")")
        let heard = await playbacks.first { $0.body.state == .finished }
        #expect(heard?.header.source.role == .audio && heard?.header.turn == nil)
        try await rig.expectNextTurnHandled(ends, after: turn)
    }

    @Test("times in the far past and the far future cause no errors")
    func times() async throws {
        let rig = try await Rig.typed()
        let ends = rig.client.subscribe(TurnEnded.self)
        try await rig.client.ready()
        let turn = TurnID()
        for deadline in [Int64.min, -1, 0, 1, .max] {
            for at in [Int64.min, 0, .max] {
                var header = Header(
                    kind: SpeechTranscript.kind, session: .default,
                    turn: deadline == .max && at == .max ? turn : TurnID(),
                    source: Source(role: .console, instance: "odd")!, run: 1, sequence: 0, at: at, deadline: deadline)
                let body = try SpeechTranscript(text: "mark 7", engine: "text").wire(header: &header)
                try rig.client.publish(frames: RawMessage(header: header, body: body).frames)
            }
        }
        #expect(await ends.first { $0.header.turn == turn }?.body.outcome == .handled)
        // Turns with the latest deadline were carried out, those with a past deadline are stale.
        #expect(Set(rig.marks) == ["7"] && rig.marks.count == 3)
        try await rig.expectNextTurnHandled(ends, after: turn)
    }

    @Test("a turn's messages published again, once and ten times, have no effect")
    func replayed() async throws {
        let rig = try await Rig.typed()
        let tap = try Bus(at: rig.address, as: Source(role: .tap, instance: "recorder")!, logger: TestBus.quiet)
        let everything = tap.subscribeToAll()
        let ends = rig.client.subscribe(TurnEnded.self)
        try await tap.ready()
        try await rig.client.ready()
        let turn = try rig.publishText("mark 1")
        let recorded = Mutex<[RawMessage]>([])
        _ = try #require(
            await everything.first { received in
                guard case .message(let message) = received, message.header.turn == turn else { return false }
                recorded.withLock { $0.append(message) }
                return message.header.kind == TurnEnded.kind
            })
        #expect(await ends.first { $0.header.turn == turn }?.body.outcome == .handled)
        let frames = recorded.withLock { $0 }.map { Array($0.frames.prefix(3)) }
        #expect(frames.count >= 6)
        for _ in 0..<10 { for message in frames { try rig.client.publish(frames: message) } }
        try await rig.expectNextTurnHandled(ends, after: turn)
        #expect(rig.marks == ["1", "99"])
        // A restarted dispatcher ignores them, too: it knows the turn from its predecessor's records.
        try await rig.kill(.dispatch)
        try await rig.start(.dispatch)
        for message in frames { try rig.client.publish(frames: message) }
        let last = try rig.publishText("mark 2")
        #expect(await ends.first { $0.header.turn == last }?.body.outcome == .handled)
        #expect(rig.marks == ["1", "99", "2"])
    }

    @Test("a stage whose bus connection breaks exits with a code other than 0, so that it is restarted")
    func brokenBus() async throws {
        let rig = try await Rig.typed()
        let intent = try await rig.start(.intent, ["--instance", "broken"])
        // poll(2) fails with more descriptors than the process's limit; libzmq then ends the program.
        let limit = try ProgramUnderTest("/usr/bin/prlimit", ["--pid", "\(intent.processID)", "--nofile=3:3"])
        #expect(try await limit.exitCode() == 0)
        _ = try rig.publishText("mark 1")
        #expect(try await intent.exitCode() != 0)
    }
}
