import Foundation
import SaybusBus
import SaybusMessages
import SaybusSound
import SaybusTesting
import Testing

/// Tests of the program with invalid input: each gets a reason, and the next event plays.
@Suite(.serialized, .timeLimit(.minutes(2))) struct BadInputTests {
    static let tone = AudioEvent.tone(.init(frequency: 440, durationMs: 10))

    @Test("an event that cannot be played is skipped with a reason, and the next event plays")
    func events() async throws {
        let folder = try TemporaryFolder()
        try folder.write("letter.wav", "This is no sound.")
        try folder.write("empty.wav", "")
        let huge = try SoundFileSink(path: folder.path("huge.wav"), rate: 8_000)
        // One minute more than the limit.
        for _ in 0..<11 { try await huge.play([Int16](repeating: 0, count: 480_000)) }
        await huge.close()
        let audio = try await AudioProgram(["--sink", "null", "--sounds", folder.path])
        let bad: [AudioEvent] = [
            .speech(.init("<!DOCTYPE speak [<!ENTITY a \"b\">]><speak>&a;</speak>", format: .ssml)),
            .speech(.init("<speak><break time=\"-1s\"/></speak>", format: .ssml)),
            .speech(.init("Hello", voice: "Gandalf")), .speech(.init("Hello", rate: -1)),
            .file(.init("none.wav")), .file(.init("letter.wav")), .file(.init("empty.wav")), .file(.init("huge.wav")),
            .file(.init("../letter.wav")), .file(.init("/dev/zero")), .silence(durationMs: -1),
            .silence(durationMs: .max), .tone(.init(frequency: 440, durationMs: -100)),
            .tone(.init(frequency: -440, durationMs: 100)), .tone(.init(frequency: 440, durationMs: 10, volume: -1)),
        ]
        for event in bad {
            let id = try audio.play(AudioSequence([event, Self.tone], reportsItems: true))
            let skipped = try await audio.report(.skipped, of: id, item: 0)
            #expect(skipped.playback.reason?.isEmpty == false, "\(event)")
            _ = try await audio.report(.finished, of: id, item: 1)
            #expect(try await audio.end(of: id).playback.reason == skipped.playback.reason)
        }
        let empty = try audio.play(AudioSequence([]))
        #expect(try await audio.end(of: empty).playback.state == .finished)
    }

    @Test("a control that is refused again and again does not fill the log")
    func refusedControls() async throws {
        let audio = try await AudioProgram(["--sink", "null"])
        for _ in 0..<16 { try audio.bus.publish(AudioControl(.volume, value: 2)) }
        // It is taken behind them.
        _ = try await audio.end(of: audio.play(AudioSequence([Self.tone])))
        audio.program.send(SIGTERM)
        #expect(try await audio.program.exitCode() == 0)
        let lines = audio.program.lines(.standardError).filter { $0.contains("A volume is a value") }
        #expect(lines.count == 5, "\(audio.program.report)")
    }

    @Test("an unknown voice ends the program with 78 and tells how to list the voices")
    func voice() async throws {
        let program = try ProgramUnderTest("saybus-audio", ["--sink", "null", "--voice", "Gandalf"])
        #expect(try await program.exitCode() == 78)
        #expect(program.lines(.standardError).contains { $0.contains("saybus voices") })
    }

    @Test("a text of 100 000 characters begins at once, in bounded memory, and can be stopped")
    func long() async throws {
        let audio = try await AudioProgram(["--sink", "null", "--real-time"])
        _ = try await audio.end(of: audio.play(AudioSequence([.speech(.init("Warm."))])))
        let text = String(repeating: "This is a sentence of a long story, and it goes on. ", count: 2_000)
        let id = try audio.play(AudioSequence([.speech(.init(text))]))
        _ = try await audio.report(.started, of: id, within: .seconds(10))
        let beats = audio.statuses.value.count
        #expect(await audio.statuses.wait(within: .seconds(10)) { $0.count >= beats + 2 })
        let memory = try #require(audio.statuses.value.last?.memoryBytes)
        #expect(memory < 256 << 20, "\(memory >> 20) MB")
        try audio.bus.publish(AudioControl(.stop))
        #expect(try await audio.end(of: id).playback.state == .interrupted)
    }

    @Test("of 2000 sequences a thousand wait, the others are refused with a reason, and each ends once")
    func flood() async throws {
        let audio = try await AudioProgram(["--sink", "null", "--real-time"])
        let first = try audio.play(AudioSequence([.silence(durationMs: 100_000)]))
        _ = try await audio.report(.started, of: first)
        var ids: [MessageID] = []
        for _ in 0..<2_000 { ids.append(try audio.play(AudioSequence([Self.tone]))) }
        // Reports come in order, so the last one shows that all sequences were taken.
        let last = try await audio.end(of: try #require(ids.last))
        #expect(last.playback.state == .skipped && last.playback.reason?.contains("wait already") == true)
        try audio.bus.publish(AudioControl(.stop))
        let next = try audio.play(AudioSequence([Self.tone]))
        #expect(try await audio.end(of: next).playback.state == .finished)
        let reports = Dictionary(grouping: audio.playbacks, by: \.sequence)
        let states = ids.map { reports[$0, default: []].map(\.state) }
        #expect(states.filter { $0 == [.queued, .skipped] }.count == 1_000)
        #expect(states.filter { $0 == [.skipped] }.count == 1_000)
    }
}
