import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("The input's level", .timeLimit(.minutes(1)))
struct ListenLevelTests {
    @Test("the level is that of 200 ms, with what was clipped, and speech when most of it was")
    func meter() {
        var meter = LevelMeter()
        var levels: [ListenLevel] = []
        for block in 0..<20 {
            let sample: Int16 = block < 10 ? 0 : block == 15 ? .max : 1_036
            if let level = meter.observe(
                [Int16](repeating: sample, count: 320), isSpeech: block >= 13, input: "default")
            {
                levels.append(level)
            }
        }
        #expect(levels.count == 2)
        #expect(levels[0] == ListenLevel(rmsDb: -100, peakDb: -100, isSpeech: false, input: "default"))
        let second = levels[1]
        #expect(second.peakDb == 0 && second.clipped == 320)
        #expect(second.isSpeech && second.durationMs == 200)
        let loudness: Double = levels[1].rmsDb
        #expect(loudness > -11 && loudness < -9)
    }

    @Test("the level is published five times a second while somebody subscribes to it by its name, and not otherwise")
    func demand() async throws {
        let test = try TestBus()
        let watcher = try test.connect(Role("watcher"))
        let everything = watcher.subscribeToAll()
        try await watcher.ready()
        let transcriber = try test.connect(.transcribe)
        try await transcriber.ready()
        try transcriber.publish(StageStatus(role: .transcribe, instance: "test", state: .ready, pid: 1, uptimeMs: 0))
        let listen = try ProgramUnderTest(
            "saybus-listen", ["--bus", test.address.url, "--stdin", "--push-to-talk", "--no-tones"], takesInput: true)
        try await listen.ready()
        // The pipe makes the feeder wait for the listener.
        let feeder = Task.detached { while !Task.isCancelled { try listen.write([UInt8](repeating: 1, count: 6_400)) } }
        let client = try test.connect(Role("client"))
        try await client.ready()
        let levels = await client.subscribe(ListenLevel.self).collect(5)
        #expect(levels.count == 5)
        for level in levels {
            #expect(level.header.source.role == .listen && level.body.input == "stdin")
            #expect(level.body.durationMs == 200)
        }
        await client.close()
        var events: [String] = []
        for await case .message(let message) in everything where events.last != "over" {
            if message.header.kind == ListenLevel.kind, events.last != "level" { events.append("level") }
            guard message.header.source.role == .broker, message.header.kind == StageStatus.kind else { continue }
            let demands = try message.decode(StageStatus.self).body.demands
            if demands == [ListenLevel.kind], events.isEmpty { events.append("demand") }
            if demands == nil, !events.isEmpty { events.append("over") }
            if events.last == "over" { break }
        }
        #expect(events == ["demand", "level", "over"], "the subscription to everything asks for none")
        feeder.cancel()
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
        await watcher.close()
        withExtendedLifetime(transcriber) {}
    }
}
