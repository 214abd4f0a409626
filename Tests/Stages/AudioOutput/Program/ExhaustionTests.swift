import Foundation
import SaybusBus
import SaybusMessages
import SaybusSound
import SaybusTesting
import Testing

@Suite("The audio stage without disk space, descriptors or room", .serialized, .timeLimit(.minutes(2)))
struct ExhaustionTests {
    private static let hello = AudioSequence([.speech(.init("hello there"))])

    @Test(
        "sound that a full disk does not take is reported as not played, and the status shows that until it has room",
        .enabled(if: SmallDisk.isPossible, "needs the right to mount a small file system, as the superuser has"))
    func fullDisk() async throws {
        let disk = try SmallDisk(kilobytes: 192)
        let filler = "\(disk.path)/filler"
        #expect(FileManager.default.createFile(atPath: filler, contents: Data(count: 64 << 10)))
        let audio = try await AudioProgram(["--sink", "wav:\(disk.path)/out.wav"])
        let first = try audio.play(Self.hello)
        #expect(try await audio.end(of: first).playback.state == .finished)
        // About 440 kB of samples.
        let long = try audio.play(AudioSequence([.tone(.init(frequency: 440, durationMs: 10_000))]))
        let end = try await audio.end(of: long).playback
        #expect(end.state != .finished && end.reason?.contains("the disk is not full") == true, "\(end)")
        // Whatever comes then, and however short, is not said to have been played.
        for _ in 1...5 {
            let id = try audio.play(AudioSequence([.tone(.init(frequency: 440, durationMs: 200))]))
            let end = try await audio.end(of: id).playback
            #expect(end.state != .finished && end.reason?.contains("the disk is not full") == true, "\(end)")
        }
        _ = try await audio.status {
            $0.problem?.hasPrefix("no sound: ") == true && $0.problem?.contains("the disk is not full") == true
        }
        try FileManager.default.removeItem(atPath: filler)
        let after = try audio.play(AudioSequence([.tone(.init(frequency: 440, durationMs: 200))]))
        #expect(try await audio.end(of: after).playback.state == .finished)
        _ = try await audio.status { $0.problem == nil }
        audio.program.send(SIGTERM)
        #expect(try await audio.program.exitCode() == 0)
    }

    @Test("a WAV file goes on after a restart, even after a crash")
    func restarted() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("out.wav")
        let test = try TestBus()
        var samples = 0
        for signal in [SIGKILL, SIGTERM] {
            let audio = try await AudioProgram(["--sink", "wav:\(file)"], on: test)
            let id = try audio.play(Self.hello)
            samples += try #require(try await audio.end(of: id).playback.sample)
            audio.program.send(signal)
            try await audio.program.exitCode()
            #expect(try SoundFileReader(path: file, rate: 22_050).length == samples)
        }
    }

    @Test(
        "too few descriptors for espeak-ng end no program: what is not spoken is reported", arguments: [16, 24, 30, 32])
    func descriptors(limit: Int) async throws {
        let folder = try TemporaryFolder()
        let audio = try await AudioProgram(["--sink", "wav:\(folder.path("out.wav"))"])
        // As if what runs in the program had used up the others.
        let arguments = ["--pid", "\(audio.program.processID)", "--nofile=\(limit):\(limit)"]
        let prlimit = try ProgramUnderTest("/usr/bin/prlimit", arguments)
        #expect(try await prlimit.exitCode() == 0, "\(prlimit.report)")
        let id = try audio.play(Self.hello)
        let end = try await audio.end(of: id).playback
        #expect(
            end.state == .finished || end.state == .skipped && end.reason?.contains("ulimit -n") == true, "\(end)")
        audio.program.send(SIGTERM)
        #expect(try await audio.program.exitCode() == 0, "\(audio.program.report)")
    }

    @Test("a missing loudspeaker stays in the status while other problems come and go")
    func withoutLoudspeaker() async throws {
        let audio = try await AudioProgram(["--sink", "device:no such loudspeaker"])
        _ = try await audio.status { $0.state == .ready && $0.problem?.hasPrefix("no sound: ") == true }
        let before = audio.statuses.value.count
        // More than three hours of speech.
        let long = try audio.play(AudioSequence([.speech(.init(String(repeating: "word ", count: 40_000)))]))
        #expect(try await audio.end(of: long).playback.state == .skipped)
        let short = try audio.play(Self.hello)
        #expect(try await audio.end(of: short).playback.state == .skipped)
        let beat = audio.statuses.value.count
        #expect(await audio.statuses.wait(within: .seconds(20)) { $0.count > beat })
        let problems = audio.statuses.value.dropFirst(before).map(\.problem)
        #expect(problems.allSatisfy { $0?.hasPrefix("no sound: ") == true }, "\(problems)")
    }

    @Test("a track with more than ten minutes of sound takes no more, and the status shows that until it does")
    func backlog() async throws {
        let audio = try await AudioProgram(["--sink", "null", "--real-time"])
        let playing = try audio.play(AudioSequence([.silence(durationMs: 600_000)]))
        _ = try await audio.report(.started, of: playing)
        let late = try audio.play(Self.hello)
        let end = try await audio.end(of: late).playback
        #expect(end.state == .skipped && end.reason?.contains("about 600 s of sound come first") == true, "\(end)")
        _ = try await audio.status { $0.problem?.hasPrefix("no room: about 600 s of sound come first") == true }
        try audio.bus.publish(AudioControl(.stop))
        _ = try await audio.end(of: playing)
        let id = try audio.play(Self.hello)
        #expect(try await audio.end(of: id).playback.state == .finished)
        _ = try await audio.status { $0.problem == nil }
    }
}
