import Foundation
import SaybusTesting
import Testing

@testable import SaybusSound

@Suite(
    "PulseAudio for tests", .serialized, .timeLimit(.minutes(1)),
    .enabled(if: PulseServer.isInstalled, Comment(rawValue: PulseServer.requirement)))
struct PulseServerTests {
    @Test("the sound of the loudspeaker is recorded sample by sample, also after it was unplugged")
    func records() async throws {
        let folder = try TemporaryFolder()
        let pulse = try await PulseServer()
        let file = folder.path("tone.wav")
        let writer = try SoundFileSink(path: file, rate: PulseServer.rate)
        var tone = try ToneGenerator(frequency: 440, duration: .milliseconds(500), volume: 0.5, rate: PulseServer.rate)
        let samples = tone.next(PulseServer.rate)
        try await writer.play(samples)
        await writer.close()
        for round in 0..<3 {
            let recording = try await pulse.record()
            let before = recording.count
            let began = ContinuousClock.now
            try await pulse.play(file)
            let ended = ContinuousClock.now
            try await recording.wait(until: ended)
            let first = try #require(samples.firstIndex { $0 != 0 })
            let start = try #require(recording.samples.dropFirst(before).firstIndex { $0 != 0 }) - first
            let recorded = recording.samples.dropFirst(start).prefix(samples.count)
            #expect(recorded.count == samples.count)
            #expect(zip(recorded, samples).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "round \(round)")
            #expect(
                recording.time(of: start) > began
                    && recording.time(of: start + samples.count) < ended + .milliseconds(5))
            switch round {
            case 0:
                try await pulse.removeSpeaker()
                #expect(try await pulse.control("list", "short", "sinks") == "")
                try await pulse.addSpeaker()
            default:
                try await pulse.stop()
                await #expect(throws: ProgramError.self) { try await pulse.control("info") }
                try await pulse.start()
            }
        }
    }
}
