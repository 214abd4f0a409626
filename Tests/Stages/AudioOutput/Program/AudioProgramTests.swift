import Foundation
import SaybusBus
import SaybusMessages
import SaybusSound
import SaybusTesting
import Testing

@testable import SaybusAudioOutput

@Suite(.serialized, .timeLimit(.minutes(2))) struct AudioProgramTests {
    static let sentence = "Somebody mentioned interesting mountains yesterday evening."

    @Test("barge-in holds a sequence, resumes it two seconds after a false alarm, and ends it on words")
    func bargeIn() async throws {
        let audio = try await AudioProgram(["--sink", "null", "--real-time", "--barge-in", "pause"])
        let listen = try audio.test.connect(.listen, instance: "barge")
        try await listen.ready()
        let long = AudioSequence([.tone(.init(frequency: 300, durationMs: 20_000))])
        for says in [nil, "stop it"] {
            let id = try audio.play(long)
            _ = try await audio.report(.started, of: id)
            let turn = TurnID()
            try listen.publish(SpeechStarted(positionMs: 0), turn: turn)
            _ = try await audio.report(.suspended, of: id)
            let ended = ContinuousClock.now
            try listen.publish(SpeechEnded(durationMs: 300, reason: .silence, chunks: 0), turn: turn)
            if let says {
                try listen.publish(SpeechTranscript(text: says, engine: "test"), turn: turn)
                #expect(try await audio.end(of: id).playback.state == .interrupted)
            } else {
                let resumed = try await audio.report(.resumed, of: id)
                #expect(resumed.time - ended > .milliseconds(1_990) && resumed.time - ended < .seconds(10))
                try audio.bus.publish(AudioControl(.stop))
                _ = try await audio.end(of: id)
            }
        }
    }

    @Test("a stop ends what sounds in a session also when a stage for that session has come meanwhile")
    func stageOfSession() async throws {
        let audio = try await AudioProgram(["--sink", "null", "--real-time"])
        let room = try #require(Session(rawValue: "room"))
        let id = try audio.play(AudioSequence([.tone(.init(frequency: 300, durationMs: 60_000))]), session: room)
        _ = try await audio.report(.started, of: id)
        let other = try audio.test.connect(.audio, instance: "room")
        try await other.ready()
        try other.publish(
            StageStatus(
                role: .audio, instance: "room", state: .ready, pid: 1, uptimeMs: 1,
                coverage: SessionScope(session: room)))
        _ = await audio.statuses.wait(within: .seconds(20)) { statuses in
            statuses.contains { $0.instance == "room" }
        }
        try audio.bus.publish(AudioControl(.stop), session: room)
        #expect(try await audio.end(of: id).playback.state == .interrupted)
    }

    @Test(
        "with --reference the played sound is published sample by sample", arguments: ["wav", "flac"])
    func reference(format: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("out.\(format)")
        let audio = try await AudioProgram(["--sink", "\(format):\(file)", "--reference"])
        let hears = try audio.test.connect(.listen, instance: "echo")
        let output = hears.subscribe(AudioOutput.self)
        try await hears.ready()
        let id = try audio.play(AudioSequence([.speech(.init(Self.sentence)), .silence(durationMs: 100)]))
        let end = try await audio.end(of: id).playback
        let wanted = try #require(end.sample)
        audio.program.send(SIGTERM)
        #expect(try await audio.program.exitCode() == 0)
        let samples = Watched<[Int16]>([])
        let indices = Watched<[Int]>([])
        let last = await output.first { message in
            indices.change { $0.append(message.body.index) }
            let bytes = message.body.samples
            return samples.change { samples in
                samples += stride(from: 0, to: bytes.count, by: 2).map {
                    Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
                }
                return samples.count >= wanted
            }
        }
        try #require(last != nil)
        let reader = try SoundFileReader(path: file, rate: 22_050)
        #expect(try reader.read(2 * wanted) == samples.value)
        #expect(indices.value == Array(0..<indices.value.count))
    }

    @Test(
        "while a question waits for a spoken answer, music stays held; when its program is gone, the music goes on")
    func question() async throws {
        let audio = try await AudioProgram(["--sink", "null", "--real-time"])
        let asker = try audio.test.connect(.dispatch, instance: "asker")
        try await asker.ready()
        let question = VoiceRequestStatus.Question(kind: "string", prompt: "Who?")
        let prompt = AudioSequence(
            [.silence(durationMs: 50)], track: "ask", priority: AudioSequence.questionPriority)
        // Nobody listens yet, so that the answer is typed.
        let early = try audio.play(AudioSequence([.tone(.init(frequency: 300, durationMs: 20_000))]))
        _ = try await audio.report(.started, of: early)
        var typed = VoiceRequestStatus(request: MessageID(), state: .presented, question: question)
        try asker.publish(typed)
        _ = try await audio.end(of: try audio.play(prompt))
        _ = try await audio.report(.resumed, of: early)
        typed.state = .completed
        try asker.publish(typed)
        try audio.bus.publish(AudioControl(.stop))
        _ = try await audio.end(of: early)
        let listener = try await ListenerDouble(audio.test)
        for isLost in [false, true] {
            let music = try audio.play(AudioSequence([.tone(.init(frequency: 300, durationMs: 20_000))]))
            _ = try await audio.report(.started, of: music)
            let request = MessageID()
            try asker.publish(VoiceRequestStatus(request: request, state: .presented, question: question))
            _ = try await audio.report(.suspended, of: music)
            // The end of the second prompt comes after a resumption that the end of the first one would cause.
            for _ in 1...2 { #expect(try await audio.end(of: try audio.play(prompt)).playback.state == .finished) }
            #expect(!audio.states(of: music).contains(.resumed))
            if isLost {
                try asker.publish(
                    StageStatus(role: .dispatch, instance: "asker", state: .stopped, pid: 1, uptimeMs: 1))
            } else {
                try asker.publish(VoiceRequestStatus(request: request, state: .completed, question: question))
            }
            _ = try await audio.report(.resumed, of: music)
            try audio.bus.publish(AudioControl(.stop))
            _ = try await audio.end(of: music)
        }
        withExtendedLifetime(listener) {}
    }

    @Test("a sequence that is sent again long after its end gets the report of its end again, and is not played again")
    func endIsRepeated() async throws {
        let audio = try await AudioProgram(["--sink", "null"])
        let id = try audio.play(AudioSequence([.tone(.init(frequency: 300, durationMs: 20))]))
        let end = try await audio.end(of: id)
        // So many reports that the connection itself does not keep the first one.
        var last = id
        for _ in 1...300 { last = try audio.play(AudioSequence([])) }
        _ = try await audio.end(of: last)
        let successor = try audio.test.connect(.dispatch, instance: "successor")
        let recorder = Recorder(successor.subscribe(to: [AudioPlayback.self]))
        try await successor.ready()
        try successor.publish(AudioSequence([.tone(.init(frequency: 300, durationMs: 20))]), id: id)
        let again = try #require(await recorder.first(AudioPlayback.self) { $0.body.sequence == id })
        #expect(again.body == end.playback)
        #expect(audio.states(of: id) == [.queued, .started, .finished])
    }

    @Test("a missing voice server is shown in the status")
    func silentEngine() async throws {
        let folder = try TemporaryFolder()
        let audio = try await AudioProgram([
            "--sink", "null", "--engine", "wyoming", "--address", "unix://\(folder.path("none.sock"))",
        ])
        _ = try await audio.end(of: audio.play(AudioSequence([.speech(.init("One."))])))
        #expect(
            await audio.statuses.wait(within: .seconds(10)) { $0.last?.problem?.hasPrefix("no speech: ") == true })
    }

    @Test(
        "while an engine does not answer, a sound can be stopped",
        .enabled(if: FileManager.default.isExecutableFile(atPath: TestEngine.python)))
    func stopBesideEngine() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("deaf.sock")
        let server = try ProgramUnderTest(
            TestEngine.python,
            [
                "-c",
                """
                import signal, socket, sys
                server = socket.socket(socket.AF_UNIX)
                server.bind(sys.argv[1])
                server.listen()
                print("listening", flush=True)
                signal.pause()
                """, path,
            ])
        try await server.line { $0 == "listening" }
        defer { server.send(SIGKILL) }
        let audio = try await AudioProgram([
            "--sink", "null", "--real-time", "--engine", "wyoming", "--address", "unix://\(path)",
        ])
        let id = try audio.play(AudioSequence([.tone(.init(frequency: 300, durationMs: 60_000))]))
        _ = try await audio.report(.started, of: id)
        for voice in ["a", "b", "c"] { try audio.bus.publish(AudioControl(.voice, voice: voice)) }
        try audio.bus.publish(AudioControl(.stop))
        #expect(try await audio.end(of: id, within: .seconds(10)).playback.state == .interrupted)
    }

    @Test("only raw samples go to standard output")
    func raw() async throws {
        let test = try TestBus()
        let audio = try await AudioProgram(["--sink", "raw"], on: test)
        let id = try audio.play(AudioSequence([.silence(durationMs: 1_000)]))
        #expect(try await audio.end(of: id).playback.sample == 22_050)
        audio.program.send(SIGTERM)
        #expect(try await audio.program.exitCode() == 0)
        // A single line without an end.
        #expect(audio.program.lines() == [String(repeating: "\0", count: 44_100)])
    }

    /// A shell command that reads raw samples, with the expected report.
    static let readers = [("exec sleep 1000", "stand still"), ("exec head -c 1000", "nobody reads")]

    @Test(
        "a reader that stalls or exits costs the playing sequence, is reported, and does not delay the end"
    )
    func readers() async throws {
        for (command, reason) in Self.readers {
            let (audio, reader) = try await raw(into: command)
            // More than a pipe holds.
            let lost = try audio.play(AudioSequence([.silence(durationMs: 20_000)]))
            let end = try await audio.end(of: lost)
            #expect(end.playback.state != .finished && end.playback.reason?.contains(reason) == true)
            _ = try await audio.status { $0.state == .ready && $0.problem?.contains(reason) == true }
            try await audio.program.line(on: .standardError) { $0.contains(reason) }
            let next = try audio.play(AudioSequence([.silence(durationMs: 20_000)]))
            #expect(try await audio.end(of: next).playback.state != .finished)
            try await ends(audio)
            withExtendedLifetime(reader) {}
        }
    }

    @Test(
        "told to end while its reader stalls, the program ends by itself, and reports every sequence")
    func stuck() async throws {
        let (audio, reader) = try await raw(into: "exec sleep 1000")
        let id = try audio.play(AudioSequence([.silence(durationMs: 20_000)]))
        _ = try await audio.report(.started, of: id)
        try await ends(audio)
        #expect(try await audio.end(of: id).playback.state == .interrupted)
        withExtendedLifetime(reader) {}
    }

    /// Starts the program with its standard output read by a shell command.
    private func raw(into command: String) async throws -> (AudioProgram, ProgramUnderTest) {
        let folder = try TemporaryFolder()
        let pipe = folder.path("samples")
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = try ProgramUnderTest("/bin/sh", ["-c", "\(command) < \"$0\"", pipe])
        return (try await AudioProgram(["--sink", "raw"], output: pipe), reader)
    }

    private func ends(_ audio: AudioProgram) async throws {
        audio.program.send(SIGTERM)
        // A program whose tasks do not end is ended with another code.
        #expect(try await audio.program.exitCode() == 0)
    }
}
