import Foundation
import SaybusBus
import SaybusExternalEngines
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusWyomingServer

@Suite("The servers of a satellite of the protocol", .timeLimit(.minutes(2)))
struct SatelliteServersTests {
    private static let hall = Session(rawValue: "hall")!

    /// Connects a server that asks for the satellite.
    private func server(_ address: SocketAddress) async throws -> WyomingPeer {
        let server = try await WyomingPeer.connect(to: address, within: .seconds(10))
        try await send("run-satellite", server)
        return server
    }

    /// Sends an event, and returns when the satellite has taken it: it answers one event after the other.
    private func send(_ type: String, _ server: WyomingPeer) async throws {
        try await server.send(WyomingEvent(type: type))
        try await server.send(WyomingEvent(type: "ping"))
        try await event("pong", server)
    }

    /// Waits for an event of the satellite.
    private func event(_ type: String, _ server: WyomingPeer) async throws {
        while try await server.receive(within: .seconds(20)).type != type {}
    }

    @Test("a server that a newer one has displaced has the room again when that one closes, unless it has paused")
    func displaced() async throws {
        let (test, folder) = (try TestBus(), try TemporaryFolder())
        let address = SocketAddress.unix(path: folder.path("satellite.sock"))
        let room = try test.connect(.listen)
        let ends = room.subscribe(TurnEnded.self)
        try await room.ready()
        let satellite = try ProgramUnderTest(
            "saybus-wyoming",
            ["--bus", test.address.url, "--session", "hall", "--as-satellite", "--uri", "\(address)"])
        try await satellite.ready()
        let first = try await server(address)
        let paused = try await server(address)
        try await send("pause-satellite", paused)
        let newest = try await server(address)

        let lost = TurnID()
        try room.publish(SpeechStarted(positionMs: 0), session: Self.hall, turn: lost)
        try await event("run-pipeline", newest)
        newest.close()
        let end = await ends.first { $0.header.turn == lost }
        #expect(end?.body.reason?.contains("lost") == true, "\(satellite.report)")
        try room.publish(SpeechStarted(positionMs: 0), session: Self.hall, turn: TurnID())
        try await event("run-pipeline", first)
        satellite.send(SIGTERM)
        #expect(try await satellite.exitCode() == 0, "\(satellite.report)")
        withExtendedLifetime((test, folder, paused)) {}
    }

    @Test("a server that takes the room and pauses again and again does not fill the log")
    func flapping() async throws {
        let (test, folder) = (try TestBus(), try TemporaryFolder())
        let address = SocketAddress.unix(path: folder.path("satellite.sock"))
        let satellite = try ProgramUnderTest(
            "saybus-wyoming",
            ["--bus", test.address.url, "--session", "hall", "--as-satellite", "--uri", "\(address)"])
        try await satellite.ready()
        let flapping = try await WyomingPeer.connect(to: address, within: .seconds(10))
        for _ in 0..<16 {
            try await send("run-satellite", flapping)
            try await send("pause-satellite", flapping)
        }
        satellite.send(SIGTERM)
        #expect(try await satellite.exitCode() == 0, "\(satellite.report)")
        for line in ["Home Assistant is connected", "Home Assistant takes no turns now"] {
            let count = satellite.lines(.standardError).count { $0.contains(line) }
            #expect(count == 5, "\(satellite.report)")
        }
        withExtendedLifetime((test, folder)) {}
    }

    @Test("a satellite that is muted says so, ends turns with that reason, and still plays announcements")
    func muted() async throws {
        let (test, folder) = (try TestBus(), try TemporaryFolder())
        let address = SocketAddress.unix(path: folder.path("satellite.sock"))
        let room = try test.connect(.listen)
        let ends = room.subscribe(TurnEnded.self)
        let statuses = room.subscribe(StageStatus.self)
        try await room.ready()
        let satellite = try ProgramUnderTest(
            "saybus-wyoming",
            ["--bus", test.address.url, "--session", "hall", "--as-satellite", "--uri", "\(address)"])
        try await satellite.ready()
        /// Waits for a status whose problem has these words.
        func status(_ words: String) async -> Bool {
            await statuses.first { $0.body.role == .transcribe && $0.body.problem?.contains(words) == true } != nil
        }
        let muting = try await server(address)
        let interrupted = TurnID()
        try room.publish(SpeechStarted(positionMs: 0), session: Self.hall, turn: interrupted)
        try await event("run-pipeline", muting)
        try await send("pause-satellite", muting)
        let end = await ends.first { $0.header.turn == interrupted }
        #expect(end?.body.outcome == .cancelled, "\(satellite.report)")
        #expect(await status("is muted"), "\(satellite.report)")
        let refused = TurnID()
        try room.publish(SpeechStarted(positionMs: 0), session: Self.hall, turn: refused)
        let reason = await ends.first { $0.header.turn == refused }?.body.reason
        #expect(reason == "this device is muted in Home Assistant", "\(satellite.report)")
        // Nothing is known of what a sound without words says, so that the server is told that it was not heard.
        try await muting.send(.audioStart(rate: 22_050))
        try await muting.send(.audioStop)
        try await event("played", muting)
        muting.close()
        #expect(await status("is not connected"), "\(satellite.report)")
        withExtendedLifetime((test, folder)) {}
    }

    @Test("a server that has muted the satellite may say nothing for days, and one that drives it is soon missed")
    func silence() {
        #expect(SatelliteSession.Part.muting.silence == nil)
        #expect(SatelliteSession.Part.driving.silence == .seconds(30))
    }

    @Test("a program without a free descriptor says so, and takes those who have connected when there is one again")
    func exhausted() async throws {
        let (test, folder) = (try TestBus(), try TemporaryFolder())
        let address = SocketAddress.unix(path: folder.path("satellite.sock"))
        let satellite = try ProgramUnderTest(
            "saybus-wyoming",
            ["--bus", test.address.url, "--session", "hall", "--as-satellite", "--uri", "\(address)"])
        try await satellite.ready()
        try await satellite.exhaustDescriptors()
        let waiting = try await WyomingPeer.connect(to: address, within: .seconds(10))
        try await satellite.line(on: .standardError) { $0.contains("no descriptor is left for a connection") }
        try await satellite.limitDescriptors(to: 1_024)
        try await send("run-satellite", waiting)
        satellite.send(SIGTERM)
        #expect(try await satellite.exitCode() == 0, "\(satellite.report)")
        withExtendedLifetime((test, folder)) {}
    }

    @Test("no sound of a server that does not have the room is kept")
    func otherSound() async throws {
        let (test, folder) = (try TestBus(), try TemporaryFolder())
        let address = SocketAddress.unix(path: folder.path("satellite.sock"))
        let sounds = folder.path("sounds")
        try FileManager.default.createDirectory(atPath: sounds, withIntermediateDirectories: false)
        let satellite = try ProgramUnderTest(
            "saybus-wyoming",
            [
                "--bus", test.address.url, "--session", "hall", "--as-satellite", "--uri", "\(address)", "--sounds",
                sounds,
            ])
        try await satellite.ready()
        let driver = try await server(address)
        let other = try await WyomingPeer.connect(to: address, within: .seconds(10))
        try await other.send(.audioStart(rate: 22_050))
        try await other.send(.audioChunk([1, 2, 3], rate: 22_050))
        try await send("audio-stop", other)
        #expect(try FileManager.default.contentsOfDirectory(atPath: sounds).isEmpty, "\(satellite.report)")
        withExtendedLifetime((test, folder, driver)) {}
    }
}
