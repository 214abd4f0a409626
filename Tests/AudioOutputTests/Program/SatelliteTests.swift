import Bus
import Messages
import SaybusTesting
import Testing

@testable import AudioOutput

/// An audio stage here, its loudspeaker there.
@Suite(.serialized, .timeLimit(.minutes(2))) struct SatelliteTests {
    @Test(
        "what is played sounds on the satellite, and is reported when it does, within 30 ms",
        .enabled(if: PulseServer.isInstalled, Comment(rawValue: PulseServer.requirement)))
    func truth() async throws {
        let pulse = try await PulseServer()
        let audio = try await AudioProgram(["--sink", "bus"])
        let satellite = try ProgramUnderTest(
            "saybus-audio", ["--bus", audio.test.address.url, "--from-bus"], environment: pulse.environment)
        try await satellite.ready()
        try await measuring {
            let recording = try await pulse.record()
            let before = recording.count
            let id = try audio.play(
                AudioSequence(
                    [LoudspeakerTests.tone(300), .silence(durationMs: 500), LoudspeakerTests.tone(900, 660)],
                    reportsItems: true))
            let end = try await audio.report(.finished, of: id)
            await recording.wait(until: end.time + .milliseconds(50))
            let passages = Passages(recording.samples, from: before)
            guard passages.all.count == 2 else { return ["\(passages)"] }
            let (first, second) = (passages.all[0], passages.all[1])
            var problems =
                [
                    abs(passages.milliseconds(second.lowerBound - first.upperBound) - 500) < 10,
                    abs(passages.milliseconds(second.count) - 900) < 10,
                ].contains(false) ? ["\(passages)"] : []
            let truths: [(AudioPlayback.State, Int?, Int)] = [
                (.started, nil, first.lowerBound), (.started, 2, second.lowerBound),
                (.finished, nil, second.upperBound),
            ]
            for (state, item, sample) in truths {
                let report = try await audio.report(state, of: id, item: item)
                let late = (report.time - recording.time(of: sample)) / .milliseconds(1)
                if abs(late) >= 30 { problems.append("\(state) of \(item ?? -1): \(late) ms late") }
            }
            return problems
        }
        // Interrupted in the middle, it is silent there at once, and what follows is heard.
        let recording = try await pulse.record()
        let long = try audio.play(AudioSequence([LoudspeakerTests.tone(20_000)]))
        _ = try await audio.report(.started, of: long)
        try audio.bus.publish(AudioControl(.stop))
        let cut = try await audio.end(of: long)
        #expect(cut.playback.state == .interrupted)
        let next = try audio.play(AudioSequence([LoudspeakerTests.tone(200)]))
        let end = try await audio.report(.finished, of: next)
        await recording.wait(until: end.time + .milliseconds(50))
        let passages = Passages(recording.samples, from: 0)
        #expect(
            passages.all.count >= 2 && passages.all.allSatisfy { passages.milliseconds($0.count) < 3_000 },
            "\(passages)")
    }

    @Test("without a satellite a sequence is left out with a reason, and the stage stays up")
    func alone() async throws {
        let audio = try await AudioProgram(["--sink", "bus"])
        for _ in 0..<2 {
            let id = try audio.play(AudioSequence([.silence(durationMs: 1_000)]))
            let end = try await audio.end(of: id)
            #expect(end.playback.state == .skipped)
            #expect(end.playback.reason?.contains("--from-bus") == true)
        }
        #expect(audio.program.isRunning)
    }
}
