import Foundation
import SaybusBus
import SaybusMessages
import SaybusOperations
import SaybusSound
import SaybusTesting
import Synchronization
import Testing

@Suite("saybus up as a process")
struct UpProgramTests {
    private static let roles: [Role] = [.broker, .audio, .dispatch, .intent, .transcribe]

    /// Makes a folder with the real `saybus` and scripts in place of the other programs.
    ///
    /// `saybus` is a hard link. A copy could not be executed (ETXTBSY) while a child of another test has inherited its
    /// descriptor.
    private func scripted(_ folder: TemporaryFolder, _ pipe: NamedPipe) throws -> String {
        let program = folder.path + "/saybus"
        try FileManager.default.linkItem(atPath: ProgramUnderTest.directory + "/saybus", toPath: program)
        for role in Self.roles { try folder.script("saybus-\(role)", pipe.body(role.rawValue)) }
        return program
    }

    private func up(_ folder: TemporaryFolder, _ program: String) throws -> ProgramUnderTest {
        let app = try folder.write("app.yaml", "app: test\n")
        return try ProgramUnderTest(
            program, ["up", "--app", app, "--sink", "null", "--bus", TestBus.freshAddress().url])
    }

    @Test(
        "SIGTERM and SIGINT end the children in reverse order and then the program with exit code 0",
        arguments: [SIGTERM, SIGINT])
    func signal(_ signal: Int32) async throws {
        let folder = try TemporaryFolder(in: ProgramUnderTest.directory)
        let pipe = try NamedPipe(in: folder)
        let program = try up(folder, scripted(folder, pipe))
        var ups = 0
        var downs: [String] = []
        for await line in pipe.lines {
            if line.contains(" up ") {
                ups += 1
                if ups == Self.roles.count { program.send(signal) }
            } else {
                downs.append(line)
            }
        }
        #expect(try await program.exitCode() == 0)
        #expect(downs == Self.roles.reversed().map { "\($0) down" }, "\(program.lines(.standardError))")
    }

    @Test("a pipeline that nohup has started goes on after SIGHUP")
    func nohup() async throws {
        let folder = try TemporaryFolder(in: ProgramUnderTest.directory)
        let pipe = try NamedPipe(in: folder)
        let app = try folder.write("app.yaml", "app: test\n")
        let program = try ProgramUnderTest(
            "/bin/sh",
            [
                "-c", "trap '' HUP; exec \"$0\" \"$@\"", scripted(folder, pipe), "up", "--app", app, "--sink", "null",
                "--bus", TestBus.freshAddress().url,
            ])
        var (ups, downs) = (0, 0)
        var intent: pid_t = 0
        for await line in pipe.lines {
            guard line.contains(" up ") else {
                downs += 1
                continue
            }
            ups += 1
            if line.hasPrefix("intent "), let process = line.split(separator: " ").last.flatMap({ pid_t($0) }) {
                intent = process
            }
            guard ups >= Self.roles.count else { continue }
            if ups == Self.roles.count { program.send(SIGHUP) }
            // A supervisor that goes on starts it again.
            if ups < Self.roles.count + 2 { kill(intent, SIGKILL) } else { break }
        }
        #expect(ups == Self.roles.count + 2 && downs == 0, "\(program.report)")
        program.send(SIGTERM)
        #expect(try await program.exitCode() == 0)
    }

    @Test(
        "saybus-transcribe gets the recognizer and all its options",
        arguments: [
            (["--engine", "wyoming", "--address", "tcp://localhost:10300"], "--address tcp://localhost:10300"),
            (["--engine", "vosk", "--model", "en"], "--model en"),
            (["--engine", "pocketsphinx", "--language", "en"], "--language en"),
            (["--engine", "command", "--", "python3", "hear.py", "--loud"], " -- python3 hear.py --loud"),
        ])
    func recognizer(_ options: [String], _ given: String) async throws {
        let folder = try TemporaryFolder(in: ProgramUnderTest.directory)
        let program = try scripted(folder, NamedPipe(in: folder))
        try folder.script("saybus-transcribe", "echo \"given: $*\"\nexec sleep 60")
        let app = try folder.write("app.yaml", "app: test\n")
        let up = try ProgramUnderTest(
            program, ["up", "--app", app, "--sink", "null", "--bus", TestBus.freshAddress().url] + options)
        let line = try await up.line(on: .standardError) { $0.contains("given: ") }
        #expect(line.contains("given: \(options[0]) \(options[1]) ") && line.contains(given), "\(line)")
        up.send(SIGTERM)
        #expect(try await up.exitCode() == 0)
    }

    @Test("a synthesizer without a voice is refused before anything starts")
    func voiceless() async throws {
        let folder = try TemporaryFolder()
        let app = try folder.write("app.yaml", "app: test\n")
        let up = try ProgramUnderTest(
            "saybus",
            [
                "up", "--app", app, "--sink", "null", "--synthesizer", "piper", "--bus", TestBus.freshAddress().url,
            ], environment: ["SAYBUS_MODELS": folder.path("models")])
        #expect(try await up.exitCode() == 69, "\(up.report)")
        let lines = up.lines(.standardError)
        #expect(lines.count == 1 && lines[0].contains("--synthesizer piper: no voice is installed"), "\(up.report)")
    }

    @Test("a synthesizer without a voice does not matter to a pipeline in which nothing speaks")
    func speechless() async throws {
        let folder = try TemporaryFolder()
        let up = try ProgramUnderTest(
            "saybus",
            [
                "up", "--no-app", "--without", "audio", "--synthesizer", "piper", "--bus",
                TestBus.freshAddress().url,
            ], environment: ["SAYBUS_MODELS": folder.path("models")])
        try await up.line(on: .standardError) { $0.contains("ready role=broker") }
        up.send(SIGTERM)
        #expect(try await up.exitCode() == 0, "\(up.report)")
    }

    @Test("the children end when the supervisor is killed")
    func killed() async throws {
        let folder = try TemporaryFolder(in: ProgramUnderTest.directory)
        let pipe = try NamedPipe(in: folder)
        let program = try up(folder, scripted(folder, pipe))
        var ups = 0
        var downs = 0
        // This returns when no process has the pipe open any more.
        for await line in pipe.lines {
            if line.contains(" up ") { ups += 1 } else { downs += 1 }
            if ups == Self.roles.count { program.send(SIGKILL) }
        }
        #expect(try await program.exitCode() == 128 + SIGKILL)
        #expect(ups == Self.roles.count && downs == 0)
    }

    @Test("the real pipeline becomes ready, answers, and survives the death of a stage")
    func pipeline() async throws {
        let address = try TestBus.freshAddress()
        let folder = try TemporaryFolder()
        let app = try folder.write(
            "app.yaml",
            """
            app: test
            language: en-US
            commands:
              Next:
                summary: Goes on.
                patterns: [next]
                do: [{speak: Next.}]

            """)
        let up = try ProgramUnderTest("saybus", ["up", "--app", app, "--sink", "null", "--bus", address.url])
        try await up.line(within: .seconds(40)) { $0.hasPrefix("pipeline ready after=") }
        let first = try ProgramUnderTest("saybus", ["ask", "next", "--bus", address.url])
        #expect(try await first.exitCode() == 0)
        #expect(first.lines().contains { $0.contains("command.invoked") && $0.contains("test.Next") })
        #expect(first.lines().last?.contains("handled") == true)

        // The process id is part of the status.
        let status = try ProgramUnderTest("saybus", ["status", "--json", "--bus", address.url])
        #expect(try await status.exitCode() == 0)
        struct Line: Decodable {
            let role: Role
            let pid: Int32
        }
        let stages = try JSONDecoder().decode([Line].self, from: Data(status.lines().joined().utf8))
        // The supervisor reports, too.
        #expect(Set(stages.map(\.role)).subtracting([Role.up]) == Set(Self.roles))
        kill(try #require(stages.first { $0.role == .intent }).pid, SIGKILL)
        try await up.line(on: .standardError) { $0.contains("intent was ended by signal 9") }
        let second = try ProgramUnderTest("saybus", ["ask", "next", "--bus", address.url])
        #expect(try await second.exitCode() == 0)

        let other = try ProgramUnderTest("saybus", ["up", "--app", app, "--sink", "null", "--bus", address.url])
        #expect(try await other.exitCode() == 69)
        #expect(other.lines().isEmpty && other.lines(.standardError).count == 1, "\(other.report)")
        #expect(other.report.contains("serves \(address.url) already"), "\(other.report)")
        let third = try ProgramUnderTest("saybus", ["ask", "next", "--bus", address.url])
        #expect(try await third.exitCode() == 0, "the second pipeline has left the first one alone")
        up.send(SIGINT)
        #expect(try await up.exitCode() == 0)
        #expect(!up.lines(.standardError).contains { $0.contains("lost the connection to the broker") })
    }

    @Test("a broker that hangs is killed and started again, and the stages go on")
    func hungBroker() async throws {
        let address = try TestBus.freshAddress()
        let up = try ProgramUnderTest("saybus", ["up", "--no-app", "--sink", "null", "--bus", address.url])
        try await up.line(within: .seconds(40)) { $0.hasPrefix("pipeline ready after=") }
        let status = try ProgramUnderTest("saybus", ["status", "--json", "--bus", address.url])
        #expect(try await status.exitCode() == 0)
        struct Line: Decodable {
            let role: Role
            let pid: Int32
        }
        let stages = try JSONDecoder().decode([Line].self, from: Data(status.lines().joined().utf8))
        kill(try #require(stages.first { $0.role == .broker }).pid, SIGSTOP)
        // It has to be silent for a while.
        try await up.line(on: .standardError, within: .seconds(90)) { $0.contains("broker was ended by signal 9") }
        let again = try ProgramUnderTest(
            "saybus", ["status", "--wait", "20", "--require", "intent,dispatch,audio", "--bus", address.url])
        #expect(try await again.exitCode(within: .seconds(40)) == 0, "\(again.report)")
        up.send(SIGTERM)
        #expect(try await up.exitCode() == 0, "\(up.report)")
    }

    @Test("an app's sound file is played at once; a missing one is reported once, and the next event plays")
    func soundFiles() async throws {
        let folder = try TemporaryFolder()
        for name in ["chime.wav", "gone.wav"] {
            let sink = try SoundFileSink(path: "\(folder.path)/\(name)", rate: 48_000)
            var tone = try ToneGenerator(frequency: 500, duration: .milliseconds(250), volume: 0.5, rate: 48_000)
            try await sink.play(tone.next(12_000))
            await sink.close()
        }
        let app = try folder.write(
            "app.yaml",
            """
            app: test
            commands:
              Chime: {patterns: [chime], do: [{tone: {file: chime.wav}}]}
              Gone: {patterns: [gone], do: [{tone: {file: gone.wav}}]}
              Both: {patterns: [both], do: [{tone: {file: gone.wav}}, {tone: {file: chime.wav, volume: 0.5}}]}

            """)
        let answer = folder.path + "/answer.wav"
        let address = try TestBus.freshAddress()
        let up = try ProgramUnderTest(
            "saybus", ["up", "--app", app, "--sink", "wav:\(answer)", "--bus", address.url])
        try await up.line(within: .seconds(40)) { $0.hasPrefix("pipeline ready after=") }
        let client = try Bus(
            at: address, as: try #require(Source(role: Role("client"), instance: "test")), logger: TestBus.quiet)
        let everything = client.subscribeToAll()
        let statuses = client.subscribe(StageStatus.self)
        try await client.ready()
        try FileManager.default.removeItem(atPath: folder.path + "/gone.wav")

        /// Sends a text; returns the outcomes of its turn, of the sequence and of its events.
        func say(_ text: String) async throws -> (end: TurnEnded, playbacks: [AudioPlayback]) {
            let turn = TurnID()
            try client.publish(SpeechTranscript(text: text, confidence: 1, engine: "text"), turn: turn)
            let playbacks = Mutex<[AudioPlayback]>([])
            let end = await everything.first { received in
                guard case .message(let message) = received, message.header.turn == turn else { return false }
                if message.header.kind == AudioPlayback.kind,
                    let playback = client.read(message, as: AudioPlayback.self),
                    playback.body.isOver
                {
                    playbacks.withLock { $0.append(playback.body) }
                }
                return message.header.kind == TurnEnded.kind
            }
            guard case .message(let message)? = end else { throw BusError(.closed, "no end") }
            return (try message.decode(TurnEnded.self).body, playbacks.withLock { $0 })
        }

        let chime = try await say("chime")
        #expect(chime.end.outcome == .handled)
        #expect(chime.playbacks.map(\.item) == [0, nil] && chime.playbacks.allSatisfy { $0.state == .finished })
        #expect(chime.playbacks.allSatisfy { $0.positionMs == 250 })

        let gone = try await say("gone")
        #expect(gone.end.outcome == .handled)
        #expect(gone.playbacks.map(\.state) == [.skipped, .skipped])
        #expect(gone.playbacks.allSatisfy { $0.reason?.contains("gone.wav") == true })
        let status = await statuses.first { $0.body.role == .dispatch && $0.body.problem != nil }
        #expect(status?.body.problem?.hasPrefix("the sound file gone.wav is not played: There is no file") == true)
        #expect(status?.body.state == .ready)

        let both = try await say("both")
        #expect(both.end.outcome == .handled)
        #expect(both.playbacks.map(\.item) == [0, 1, nil])
        #expect(both.playbacks.map(\.state) == [.skipped, .finished, .finished])
        #expect(both.playbacks.last?.positionMs == 250)

        up.send(SIGINT)
        #expect(try await up.exitCode() == 0)
        let warnings = up.lines(.standardError).filter { $0.contains("the sound file gone.wav is not played") }
        #expect(warnings.count == 1, "\(warnings)")
        // Exactly two chimes of a quarter of a second are heard, the second one half as loud.
        let reader = try SoundFileReader(path: answer, rate: 48_000)
        let heard = try reader.read(10 * 48_000)
        #expect(abs(heard.count - 24_000) <= 100, "\(heard.count)")
        let (first, second) = (Level.rms(heard.prefix(12_000)), Level.rms(heard.suffix(12_000)))
        #expect(abs(first - second - 6) < 0.5, "\(first) dBFS, \(second) dBFS")
    }

    @Test("an invalid app ends the pipeline with exit code 78 and the reason")
    func wrongApp() async throws {
        let folder = try TemporaryFolder()
        let app = try folder.write("app.yaml", "app: [\n")
        let up = try ProgramUnderTest(
            "saybus", ["up", "--app", app, "--sink", "null", "--bus", TestBus.freshAddress().url])
        #expect(try await up.exitCode() == 78)
        let last = try #require(up.lines(.standardError).last)
        #expect(last.hasPrefix("saybus up: all programs were stopped, because dispatch ended with exit code 78: "))
        #expect(last.contains("app.yaml"))
    }
}
