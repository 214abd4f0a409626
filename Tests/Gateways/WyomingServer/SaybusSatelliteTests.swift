import Foundation
import SaybusBus
import SaybusExternalEngines
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "A room of Saybus as a satellite of another Saybus",
    .enabled(if: GatewayUnderTest.hasEngines, "espeak-ng and pocketsphinx-en-us are installed"), .serialized,
    .timeLimit(.minutes(2)))
struct SaybusSatelliteTests {
    private static let hall = Session(rawValue: "hall")!

    /// The room with its listener, which is the test, and the house that serves it.
    private struct Setting {
        let house: GatewayUnderTest
        let room: Recorder
        private let bus: Bus
        private let folder: TemporaryFolder
        private let programs: [ProgramUnderTest]
        private let test: TestBus

        init() async throws {
            (test, folder) = (try TestBus(), try TemporaryFolder())
            let address = SocketAddress.unix(path: folder.path("satellite.sock"))
            bus = try test.connect(.listen)
            room = Recorder(bus.subscribe(to: [TurnEnded.self, AudioSequence.self]))
            let statuses = bus.subscribe(StageStatus.self)
            try await bus.ready()
            let options = ["--bus", test.address.url, "--session", "hall"]
            programs = [
                try ProgramUnderTest("saybus-audio", options + ["--sink", "null", "--engine", "espeak-ng"]),
                try ProgramUnderTest("saybus-wyoming", options + ["--as-satellite", "--uri", "\(address)"]),
            ]
            for program in programs { try await program.ready() }
            house = try await GatewayUnderTest(["--satellite", "\(address)=hall"])
            _ = try #require(await statuses.first { $0.body.role == .transcribe && $0.body.problem == nil })
        }

        /// Lets the room hear a sound.
        /// - Returns: The end of its turn.
        func hear(_ bytes: [UInt8]) async throws -> TurnEnded? {
            let turn = TurnID()
            try bus.publish(SpeechStarted(positionMs: 0), session: hall, turn: turn)
            let starts = Array(stride(from: 0, to: bytes.count, by: 2_048))
            for (index, start) in starts.enumerated() {
                let samples = Array(bytes[start..<min(bytes.count, start + 2_048)])
                let isLast = index == starts.count - 1
                try bus.publish(AudioInput(index: index, isLast: isLast, samples: samples), session: hall, turn: turn)
            }
            try bus.publish(
                SpeechEnded(durationMs: bytes.count / 32, reason: .silence, chunks: starts.count), session: hall,
                turn: turn)
            return await room.first(TurnEnded.self) { $0.header.turn == turn }?.body
        }
    }

    @Test(
        "the room's turns are carried out, and end with the answer, or without speech; announcements are heard as well")
    func turns() async throws {
        let setting = try await Setting()
        let wav = try await setting.house.wav("turn on the kitchen light", tail: 0.1)
        let end = try await setting.hear(Array(Data(contentsOf: URL(filePath: wav)).dropFirst(44)))
        #expect(end?.outcome == .handled && end?.spoken == "The kitchen light is on.", "\(end?.reason ?? "")")
        #expect(try await setting.hear([UInt8](repeating: 0, count: 32_000))?.outcome == .noSpeech)

        let bus = try setting.house.test.connect(.say, tracking: [AudioSequence.self])
        let reports = bus.subscribe(AudioPlayback.self)
        try await bus.ready()
        let id = try bus.publish(AudioSequence([.speech(.init("The oven is off."))]), session: Self.hall).id
        #expect(await reports.first { $0.body.sequence == id && $0.body.isOver }?.body.state == .finished)
        #expect(await setting.room.first(AudioSequence.self) { $0.body.spokenText == "The oven is off." } != nil)
    }
}
