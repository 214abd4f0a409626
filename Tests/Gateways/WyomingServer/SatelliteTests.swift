import Foundation
import SaybusBus
import SaybusExternalEngines
import SaybusMessages
import SaybusTesting
import SaybusVoiceSatellite
import Testing

@testable import SaybusWyomingServer

@Suite(
    "A room as a satellite of the protocol",
    .enabled(if: GatewayUnderTest.hasEngines, "espeak-ng and pocketsphinx-en-us are installed"), .serialized,
    .timeLimit(.minutes(2)))
struct SatelliteTests {
    private static let hall = Session(rawValue: "hall")!

    /// The satellite, its loudspeaker, and the server that drives it.
    private struct Setting {
        let test: TestBus
        let folder: TemporaryFolder
        let satellite: ProgramUnderTest
        let server: WyomingPeer
        let room: Bus
        let ends: Subscription<TurnEnded>
        private let audio: ProgramUnderTest

        init() async throws {
            (test, folder) = (try TestBus(), try TemporaryFolder())
            let address = SocketAddress.unix(path: folder.path("satellite.sock"))
            room = try test.connect(.listen)
            ends = room.subscribe(TurnEnded.self)
            let statuses = room.subscribe(StageStatus.self)
            try await room.ready()
            let bus = ["--bus", test.address.url, "--session", "hall"]
            audio = try ProgramUnderTest("saybus-audio", bus + ["--sink", "null", "--engine", "espeak-ng"])
            satellite = try ProgramUnderTest(
                "saybus-wyoming", bus + ["--as-satellite", "--uri", "\(address)", "--name", "Hall", "--area", "Hall"])
            for program in [audio, satellite] { try await program.ready() }
            server = try await WyomingPeer.connect(to: address, within: .seconds(10))
            try await server.send(WyomingEvent(type: "run-satellite"))
            _ = try #require(await statuses.first { $0.body.role == .transcribe && $0.body.problem == nil })
        }

        /// Waits for an event of the satellite.
        @discardableResult
        func event(_ type: String) async throws -> WyomingEvent {
            while true {
                let event = try await server.receive(within: .seconds(20))
                if event.type == type { return event }
            }
        }

        /// Sends an event, and returns the types of those that the satellite sends until it has processed it.
        func answers(to event: WyomingEvent) async throws -> [String] {
            try await server.send(event)
            try await server.send(WyomingEvent(type: "ping"))
            var types: [String] = []
            while types.last != "pong" { types.append(try await server.receive(within: .seconds(20)).type) }
            return types
        }

        /// Lets the server say something.
        func say(_ text: String) async throws {
            try await server.send(WyomingEvent(type: "synthesize", data: ["text": .string(text)]))
            try await server.send(.audioStart(rate: 22_050))
            try await server.send(.audioStop)
        }

        /// Lets the room hear a sound.
        func hear(_ turn: TurnID) async throws {
            try room.publish(SpeechStarted(positionMs: 0, wakeWord: "hey jarvis"), session: hall, turn: turn)
            try room.publish(AudioInput(index: 0, isLast: true, samples: [1, 0, 2, 0]), session: hall, turn: turn)
            try room.publish(SpeechEnded(durationMs: 1, reason: .silence, chunks: 1), session: hall, turn: turn)
        }
    }

    @Test("a sound of the server is kept as a WAV file with its samples")
    func keptSound() throws {
        let folder = try TemporaryFolder()
        let name = try SatelliteSounds(folder.path).write([1, -2, 300], rate: 22_050)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)"))
        #expect(bytes.prefix(4) == Data("RIFF".utf8) && bytes[4] == 42 && bytes[24...27] == Data([0x22, 0x56, 0, 0]))
        #expect(bytes.suffix(10) == Data([6, 0, 0, 0, 1, 0, 0xfe, 0xff, 0x2c, 1]))
    }

    @Test("a sound that cannot be written is an error with the folder and the reason")
    func notWritten() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("none")
        let error = #expect(throws: SatelliteSoundError.self) { try SatelliteSounds(path).write([1], rate: 22_050) }
        #expect(error?.code == .notWritten)
        #expect(error?.reason.contains("\(path): No such file or directory") == true, "\(error?.reason ?? "")")
    }

    @Test("a turn is a run of the server: its sound waits for the server, and it ends when the answer was played")
    func turn() async throws {
        let setting = try await Setting()
        let transcripts = setting.room.subscribe(SpeechTranscript.self)
        let sequences = setting.room.subscribe(AudioSequence.self)
        try await setting.room.ready()
        try await setting.server.send(WyomingEvent(type: "describe"))
        let info = try await setting.event("info")
        #expect(info.data["satellite"]?["name"] == "Hall" && info.data["satellite"]?["area"] == "Hall")
        try await setting.server.send(WyomingEvent(type: "ping", data: ["text": "hello"]))
        #expect(try await setting.event("pong").text("text") == "hello")

        let turn = TurnID()
        try await setting.hear(turn)
        #expect(try await setting.event("detection").text("name") == "hey jarvis")
        let run = try await setting.event("run-pipeline")
        #expect(run.text("start_stage") == "asr" && run.text("end_stage") == "tts")
        try await setting.server.send(WyomingEvent(type: "transcribe", data: ["language": "en"]))
        #expect(try await setting.event("audio-chunk").payload == [1, 0, 2, 0])
        try await setting.event("audio-stop")
        try await setting.server.send(WyomingEvent(type: "transcript", data: ["text": "lights on"]))
        try await setting.server.send(WyomingEvent(type: "synthesize", data: ["text": "The light is on."]))
        try await setting.server.send(.audioStart(rate: 22_050))
        try await setting.server.send(.audioChunk([Int16](repeating: 0, count: 2_205), rate: 22_050))
        try await setting.server.send(.audioStop)
        try await setting.event("played")
        let end = await setting.ends.first { $0.header.turn == turn }
        #expect(end?.body == TurnEnded(outcome: .handled, app: "home-assistant", spoken: "The light is on."))
        #expect(await transcripts.first()?.body.text == "lights on")
        // Without a folder for its sound, the words of the answer are spoken.
        #expect(await sequences.first()?.body.spokenText == "The light is on.")
    }

    @Test("what the server says before it has heard the turn is an announcement, and not the turn's answer")
    func announcement() async throws {
        let setting = try await Setting()
        let sequences = setting.room.subscribe(AudioSequence.self)
        try await setting.room.ready()
        let turn = TurnID()
        try await setting.hear(turn)
        try await setting.event("run-pipeline")
        try await setting.server.send(WyomingEvent(type: "transcribe"))
        try await setting.say("The eggs are ready.")
        try await setting.server.send(WyomingEvent(type: "transcript", data: ["text": "lights on"]))
        try await setting.say("The light is on.")
        let end = await setting.ends.first { $0.header.turn == turn }
        #expect(end?.body == TurnEnded(outcome: .handled, app: "home-assistant", spoken: "The light is on."))
        let first = await sequences.first()
        #expect(first?.header.turn == nil && first?.body.spokenText == "The eggs are ready.")
    }

    @Test("the rest of an answer that the user has interrupted by another turn is dropped")
    func interrupted() async throws {
        let setting = try await Setting()
        try await setting.hear(TurnID())
        try await setting.event("run-pipeline")
        try await setting.server.send(WyomingEvent(type: "transcribe"))
        try await setting.server.send(WyomingEvent(type: "transcript", data: ["text": "tell me a story"]))
        try await setting.server.send(WyomingEvent(type: "synthesize", data: ["text": "Once upon a time."]))
        _ = try await setting.answers(to: .audioStart(rate: 22_050))
        try await setting.hear(TurnID())
        try await setting.event("run-pipeline")
        try await setting.server.send(WyomingEvent(type: "transcribe"))
        #expect(try await !setting.answers(to: .audioStop).contains("played"))
    }

    @Test("the answer to a turn that the user has interrupted is dropped also when its sound comes later")
    func late() async throws {
        let setting = try await Setting()
        let sequences = setting.room.subscribe(AudioSequence.self)
        try await setting.room.ready()
        try await setting.hear(TurnID())
        try await setting.event("run-pipeline")
        try await setting.server.send(WyomingEvent(type: "transcribe"))
        try await setting.server.send(WyomingEvent(type: "transcript", data: ["text": "tell me a story"]))
        _ = try await setting.answers(to: WyomingEvent(type: "synthesize", data: ["text": "Once upon a time."]))
        try await setting.hear(TurnID())
        try await setting.event("run-pipeline")
        try await setting.server.send(WyomingEvent(type: "transcribe"))
        _ = try await setting.answers(to: .audioStart(rate: 22_050))
        #expect(try await !setting.answers(to: .audioStop).contains("played"))
        try await setting.say("Dinner is ready.")
        #expect(await sequences.first()?.body.spokenText == "Dinner is ready.")
    }

    @Test("the words of an answer are spoken if its sound has a format that cannot be used")
    func otherFormat() async throws {
        let setting = try await Setting()
        let turn = TurnID()
        try await setting.hear(turn)
        try await setting.event("run-pipeline")
        try await setting.server.send(WyomingEvent(type: "transcribe"))
        try await setting.server.send(WyomingEvent(type: "transcript", data: ["text": "lights on"]))
        try await setting.server.send(WyomingEvent(type: "synthesize", data: ["text": "The light is on."]))
        try await setting.server.send(.audioStart(rate: 1))
        let end = await setting.ends.first { $0.header.turn == turn }
        #expect(end?.body == TurnEnded(outcome: .handled, app: "home-assistant", spoken: "The light is on."))
    }

    @Test("the answer to a turn that was withdrawn is no announcement, and what the server says afterwards is one")
    func withdrawn() async throws {
        let setting = try await Setting()
        let sequences = setting.room.subscribe(AudioSequence.self)
        try await setting.room.ready()
        let turn = TurnID()
        try setting.room.publish(SpeechStarted(positionMs: 0), session: Self.hall, turn: turn)
        try await setting.event("run-pipeline")
        try await setting.server.send(WyomingEvent(type: "transcribe"))
        try setting.room.publish(
            SpeechEnded(durationMs: 1, reason: .withdrawn, chunks: 0), session: Self.hall, turn: turn)
        try await setting.event("audio-stop")
        // Home Assistant does not know of withdrawn runs, and carries out what it has heard.
        try await setting.server.send(WyomingEvent(type: "transcript", data: ["text": "lights on"]))
        try await setting.say("The light is on.")
        try await setting.event("played")
        try await setting.say("Dinner is ready.")
        #expect(await sequences.first()?.body.spokenText == "Dinner is ready.")
    }

    @Test("the answer to a turn that was withdrawn is no announcement when its sound begins before its words either")
    func streamed() async throws {
        let setting = try await Setting()
        let sequences = setting.room.subscribe(AudioSequence.self)
        try await setting.room.ready()
        let turn = TurnID()
        try setting.room.publish(SpeechStarted(positionMs: 0), session: Self.hall, turn: turn)
        try await setting.event("run-pipeline")
        try await setting.server.send(WyomingEvent(type: "transcribe"))
        try setting.room.publish(
            SpeechEnded(durationMs: 1, reason: .withdrawn, chunks: 0), session: Self.hall, turn: turn)
        try await setting.event("audio-stop")
        try await setting.server.send(WyomingEvent(type: "transcript", data: ["text": "tell me a story"]))
        try await setting.server.send(.audioStart(rate: 22_050))
        let words = WyomingEvent(type: "synthesize", data: ["text": "Once upon a time."])
        #expect(try await setting.answers(to: words).contains("played"))
        #expect(try await !setting.answers(to: .audioStop).contains("played"))
        try await setting.say("Dinner is ready.")
        #expect(await sequences.first()?.body.spokenText == "Dinner is ready.")
    }

    @Test("an error of the server, and its end in mid-event, end the turn; a sound without words is no announcement")
    func failures() async throws {
        let setting = try await Setting()
        let silent = TurnID()
        try await setting.hear(silent)
        try await setting.event("run-pipeline")
        try await setting.server.send(WyomingEvent(type: "transcribe"))
        try await setting.server.send(
            WyomingEvent(type: "error", data: ["code": "stt-no-text-recognized", "text": "nothing"]))
        #expect(await setting.ends.first { $0.header.turn == silent }?.body.outcome == .noSpeech)
        try await setting.server.send(.audioStart(rate: 22_050))
        try await setting.server.send(.audioStop)
        try await setting.event("played")

        let lost = TurnID()
        try await setting.hear(lost)
        try await setting.event("run-pipeline")
        setting.server.close()
        let end = await setting.ends.first { $0.header.turn == lost }
        #expect(end?.body.outcome == .failed && end?.body.reason?.contains("lost") == true)
        let alone = TurnID()
        try await setting.hear(alone)
        let refused = await setting.ends.first { $0.header.turn == alone }
        #expect(refused?.body.reason == "Home Assistant is not connected")
        setting.satellite.send(SIGTERM)
        #expect(try await setting.satellite.exitCode() == 0)
    }

    @Test("options that do not go together are told in one line")
    func options() async throws {
        for arguments in [["--area", "Hall"], ["--as-satellite", "--wake", "hey computer"]] {
            let program = try ProgramUnderTest("saybus-wyoming", arguments)
            #expect(try await program.exitCode(within: .seconds(20)) == 64, "\(program.report)")
        }
    }
}
