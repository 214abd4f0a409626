import Foundation
import SaybusBus
import SaybusEspeakNG
import SaybusMessages
import SaybusPeerPrograms
import SaybusSound
import SaybusTesting
import Testing

@Suite(
    "The real Home Assistant", .enabled(if: PeerProgram.areWanted, "\(PeerProgram.reason)"),
    .enabled(if: SynthesizedSpeech.isAvailable, "espeak-ng is installed"), .serialized, .timeLimit(.minutes(30)))
struct HomeAssistantTests {
    /// The programs of a pipeline in which Home Assistant is the app.
    private struct Pipeline {
        let test: TestBus
        let tap: Bus
        let ends: Subscription<TurnEnded>
        let bus: [String]
        private let programs: [ProgramUnderTest]

        init(_ home: HomeAssistantUnderTest, _ more: [(String, [String])]) async throws {
            test = try TestBus()
            tap = try test.connect(.tap)
            ends = tap.subscribe(TurnEnded.self)
            let statuses = tap.subscribe(StageStatus.self)
            try await tap.ready()
            let bus = ["--bus", test.address.url]
            self.bus = bus
            let home = [
                "--home-assistant", home.url, "--token-file", home.folder.path("token"), "--sentences", home.sentences,
            ]
            programs = try (more + [("saybus-intent", []), ("saybus-dispatch", home)]).map {
                try ProgramUnderTest($0.0, bus + $0.1)
            }
            for program in programs { try await program.ready(within: .seconds(60)) }
            let recognizer: Role = more.map(\.0).contains("saybus-transcribe") ? .transcribe : .wyoming
            var waiting: Set<Role> = [.intent, recognizer]
            for try await status in statuses where status.body.catalogRevision != nil {
                waiting.remove(status.body.role)
                if waiting.isEmpty { break }
            }
        }

        /// The programs' output, for messages of tests.
        var report: String { programs.map(\.report).joined(separator: "\n") }
    }

    private func wav(_ texts: String..., in folder: TemporaryFolder) async throws -> String {
        let path = folder.path("\(UUID().uuidString).wav")
        let sink = try SoundFileSink(path: path, rate: 16_000)
        for text in texts {
            let speech = try SynthesizedSpeech.samples(text, voice: "en-us+f3", speed: 150)
            try await sink.play(SynthesizedSpeech.silence(0.5) + speech)
        }
        try await sink.play(SynthesizedSpeech.silence(1.5))
        await sink.close()
        return path
    }

    @Test("\"turn off the kitchen lights\" by voice changes the state that its API tells, and so does turning them on")
    func lights() async throws {
        let home = try await HomeAssistantUnderTest()
        let pipeline = try await Pipeline(
            home, [("saybus-transcribe", ["--engine", "pocketsphinx"]), ("saybus-audio", ["--sink", "null"])])
        #expect(try await home.ask("state", "light.kitchen_lights") == "on", "\(home.report)")
        for (command, state) in [("turn off the kitchen lights", "off"), ("turn on the kitchen lights", "on")] {
            let file = try await wav(command, in: home.folder)
            let listen = try ProgramUnderTest("saybus-listen", pipeline.bus + ["--wav", file])
            let ended = await pipeline.ends.first(within: .seconds(60))
            #expect(ended?.body.outcome == .handled, "\(ended?.body.reason ?? "") \(pipeline.report)")
            #expect(try await home.ask("await", "light.kitchen_lights", state) == state)
            #expect(ended?.body.spoken?.isEmpty == false)
            #expect(try await listen.exitCode() == 0)
        }
    }

    @Test(
        "Home Assistant drives a room of Saybus: heard and spoken by Saybus' engines, carried out by its own agent")
    func satellite() async throws {
        let home = try await HomeAssistantUnderTest()
        // Saybus as its speech-to-text and text-to-speech, with the vocabulary of its sentences.
        let engines = try String(FreePort.number())
        let pipeline = try await Pipeline(
            home,
            [
                (
                    "saybus-wyoming",
                    [
                        "--uri", "tcp://127.0.0.1:\(engines)", "--engine", "pocketsphinx", "--voice-engine",
                        "espeak-ng",
                    ]
                )
            ])
        #expect(try await home.ask("wyoming", engines) == #"["create_entry", "saybus"]"#)
        _ = try await home.ask("assistant")
        // The room has a bus of its own.
        let room = try TestBus()
        let watcher = try room.connect(.tap)
        let ends = watcher.subscribe(TurnEnded.self)
        let sequences = watcher.subscribe(AudioSequence.self)
        let transcripts = watcher.subscribe(SpeechTranscript.self)
        let statuses = watcher.subscribe(StageStatus.self)
        try await watcher.ready()
        let bus = ["--bus", room.address.url, "--session", "kitchen"]
        let sounds = ["--sounds", home.folder.path("")]
        let port = try String(FreePort.number())
        let played = home.folder.path("played.wav")
        let audio = try ProgramUnderTest("saybus-audio", bus + ["--sink", "wav:\(played)"] + sounds)
        let satellite = try ProgramUnderTest(
            "saybus-wyoming",
            bus + ["--as-satellite", "--uri", "tcp://127.0.0.1:\(port)", "--name", "Kitchen room", "--area", "Kitchen"]
                + sounds)
        for program in [audio, satellite] { try await program.ready() }
        #expect(try await home.ask("wyoming", port) == #"["create_entry", "Kitchen room"]"#)
        _ = try #require(await statuses.first { $0.body.role == .transcribe && $0.body.problem == nil })

        let file = try await wav("turn off the kitchen lights", in: home.folder)
        let listen = try ProgramUnderTest("saybus-listen", bus + ["--wav", file, "--real-time"])
        let ended = await ends.first(within: .seconds(60))
        #expect(ended?.body.outcome == .handled, "\(ended?.body.reason ?? "") \(satellite.report) \(home.report)")
        #expect(try await home.ask("await", "light.kitchen_lights", "off") == "off")
        #expect(await transcripts.first()?.body.text.hasPrefix("turn off the kitchen light") == true)
        // The answer is the sound of Home Assistant's voice, and was removed after its playback.
        guard case .file(let sound)? = await sequences.first()?.body.events.first else { throw NoSound() }
        #expect(sound.path.hasPrefix("satellite-"))
        #expect(!FileManager.default.fileExists(atPath: home.folder.path(sound.path)))
        let size = try FileManager.default.attributesOfItem(atPath: played)[.size] as? Int ?? 0
        #expect(size > 32_000, "\(audio.report)")
        #expect(ended?.body.app == "home-assistant" && ended?.body.spoken?.isEmpty == false)
        #expect(try await listen.exitCode() == 0)
        withExtendedLifetime(pipeline) {}
    }

    private struct NoSound: Error {}

    @Test("wyoming-satellite has Saybus as its server: wake word, turn, and the answer, which it plays")
    func wyomingSatellite() async throws {
        let folder = try TemporaryFolder()
        let peer = try await PeerProgram("wyoming-satellite")
        let file = try await wav("hey computer", "turn on the kitchen light", in: folder)
        let script = PackageFolder.containing().appending(path: "Tests/Programs/Peers/microphone.py")
        let port = try String(FreePort.number())
        let played = folder.path("played.raw")
        let satellite = try peer.start([
            "-m", "wyoming_satellite", "--name", "kitchen", "--uri", "tcp://127.0.0.1:\(port)", "--mic-command",
            "/usr/bin/python3 \(script.path(percentEncoded: false)) \(file)", "--snd-command", "tee \(played)",
            "--no-zeroconf", "--debug",
        ])
        try await satellite.line(on: .standardError, within: .seconds(60)) { $0.contains("Ready") }
        let test = try TestBus()
        let tap = try test.connect(.tap)
        let ends = tap.subscribe(TurnEnded.self)
        let playbacks = tap.subscribe(AudioPlayback.self)
        try await tap.ready()
        let bus = ["--bus", test.address.url]
        let app = try folder.write(
            "app.yaml",
            """
            app: kitchen
            commands:
              Light:
                patterns: ["turn on the kitchen light"]
                do:
                  - speak: "The kitchen light is on."
            """)
        let stages = [
            try ProgramUnderTest("saybus-intent", bus), try ProgramUnderTest("saybus-dispatch", bus + ["--app", app]),
        ]
        for stage in stages { try await stage.ready() }
        let gateway = try ProgramUnderTest(
            "saybus-wyoming",
            bus + [
                "--uri", "none", "--satellite", "tcp://127.0.0.1:\(port)=kitchen", "--engine", "pocketsphinx",
                "--voice-engine", "espeak-ng", "--wake", "hey computer",
            ])
        try await gateway.ready()
        let ended = await ends.first(within: .seconds(60)) { $0.header.session.rawValue == "kitchen" }
        #expect(
            ended?.body.outcome == .handled && ended?.body.spoken == "The kitchen light is on.", "\(satellite.report)")
        _ = try #require(await playbacks.first(within: .seconds(30)) { $0.body.isOver })
        let size = try FileManager.default.attributesOfItem(atPath: played)[.size] as? Int ?? 0
        #expect(size > 32_000, "\(satellite.report)")
        withExtendedLifetime(stages) {}
    }
}
