import SaybusBus
import SaybusEspeakNG
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusESPHome

@Suite("The clients that want a satellite's voice")
struct VoiceClientsTests {
    private func peer(_ name: String) -> ESPHomePeer { ESPHomePeer(name: name) {} }

    @Test("the first client has the voice, and the newest of those that wait has it when that one goes")
    func order() {
        var clients = VoiceClients()
        func add(_ client: ESPHomePeer) -> ESPHomePeer? { clients.add(client) }
        func holder() -> ESPHomePeer? { clients.holder }
        func remove(_ client: ESPHomePeer) -> Bool { clients.remove(client) }
        let (first, second, third, fourth) = (peer("first"), peer("second"), peer("third"), peer("fourth"))
        #expect(add(first) == nil)
        #expect(add(first) == nil, "a client may ask twice")
        for client in [second, third, fourth] { #expect(add(client) == first) }
        #expect(!remove(fourth))
        #expect(remove(first))
        #expect(holder() == third)
        #expect(remove(third))
        #expect(holder() == second)
        #expect(remove(second))
        #expect(holder() == nil)
        #expect(add(fourth) == nil)
    }

    @Test("a client that does not read what is sent to it is cut off at once, and does not keep the voice")
    func slow() {
        let isCutOff = Watched(false)
        let client = ESPHomePeer(name: "first") { isCutOff.change { $0 = true } }
        for _ in 0..<1024 { client.send(.message(.pong)) }
        #expect(!isCutOff.value && !client.isTooSlow)
        client.send(.message(.pong))
        #expect(isCutOff.value && client.isTooSlow)
    }

    @Test("a client that answers at once is not silent, however late one looks")
    func answer() {
        let client = peer("first")
        let asked = ContinuousClock.now
        #expect(client.isSilent(since: asked))
        client.heard()
        let later = ContinuousClock.now + .seconds(60)
        #expect(!client.isSilent(since: asked) && client.isSilent(since: later))
    }

    @Test(
        "a client whose machine is gone loses the voice to the one that waits",
        .enabled(if: SynthesizedSpeech.isAvailable, "espeak-ng is installed"), .timeLimit(.minutes(2)))
    func successor() async throws {
        let satellite = try await SatelliteUnderTest(encrypted: false)
        let port = try #require(Int(satellite.port))
        let statuses = satellite.watcher.subscribe(StageStatus.self)
        try await satellite.watcher.ready()
        /// Waits for a status with Home Assistant connected or not.
        func status(isConnected: Bool) async -> Bool {
            await statuses.first {
                $0.body.role == .transcribe
                    && ($0.body.problem?.contains("Home Assistant is not connected") != true) == isConnected
            } != nil
        }
        let gone = try await subscriber(to: port)
        #expect(await status(isConnected: true))
        let successor = try await subscriber(to: port)
        // The first one answers no ping.
        #expect(await status(isConnected: false))
        #expect(await status(isConnected: true))
        let hall = try #require(Session(rawValue: "hall"))
        try satellite.watcher.publish(SpeechStarted(positionMs: 0), session: hall, turn: TurnID())
        // `VoiceAssistantRequest`.
        let request = await successor.receive()
        #expect(request.count > 2 && request[2] == 90, "\(request)")
        withExtendedLifetime(gone) {}
    }

    @Test(
        "the device is muted while its only client wants the voice no longer, and not connected when that has gone",
        .enabled(if: SynthesizedSpeech.isAvailable, "espeak-ng is installed"), .timeLimit(.minutes(2)))
    func muted() async throws {
        let satellite = try await SatelliteUnderTest(encrypted: false)
        let port = try #require(Int(satellite.port))
        let statuses = satellite.watcher.subscribe(StageStatus.self)
        try await satellite.watcher.ready()
        /// Waits for a status whose problem has these words.
        func status(_ words: String) async -> Bool {
            await statuses.first { $0.body.role == .transcribe && $0.body.problem?.contains(words) == true } != nil
        }
        let client = try await subscriber(to: port)
        // `SubscribeVoiceAssistantRequest` without its flag, and then `DisconnectRequest`.
        try client.send(FrameReader.plainFrame(type: 89, payload: []))
        #expect(await status("is muted"), "\(satellite.gateway.report)")
        try client.send(FrameReader.plainFrame(type: 5, payload: []))
        #expect(await status("is not connected"), "\(satellite.gateway.report)")
    }

    @Test(
        "a client that says again and again that it waits makes the one before it answer once",
        .enabled(if: SynthesizedSpeech.isAvailable, "espeak-ng is installed"), .timeLimit(.minutes(2)))
    func impatient() async throws {
        let satellite = try await SatelliteUnderTest(encrypted: false)
        let port = try #require(Int(satellite.port))
        let holder = try await subscriber(to: port)
        let (ping, pong): ([UInt8], [UInt8]) = ([0, 0, 7], [0, 0, 8])
        // All that a client has said before its ping has been handled when the answer comes.
        func answer(to client: LoopbackConnection) async throws -> [UInt8] {
            try client.send(ping)
            var bytes: [UInt8] = []
            while !bytes.contains(pong) {
                let new = await client.receive()
                try #require(!new.isEmpty, "the connection was ended")
                bytes += new
            }
            return bytes
        }
        _ = try await answer(to: holder)
        let waiting = try await subscriber(to: port)
        for _ in 0..<20 { try waiting.send(FrameReader.plainFrame(type: 89, payload: [8, 1, 16, 1])) }
        _ = try await answer(to: waiting)
        let heard = try await answer(to: holder)
        #expect(heard.ranges(of: ping).count == 1, "\(heard)")
    }

    /// Connects a client that wants the voice.
    private func subscriber(to port: Int) async throws -> LoopbackConnection {
        let connection = try LoopbackConnection(to: port, timeout: 60)
        try connection.send(FrameReader.plainFrame(type: 1, payload: []))
        _ = await connection.receive()
        // `SubscribeVoiceAssistantRequest`, with sound on this connection.
        try connection.send(FrameReader.plainFrame(type: 89, payload: [8, 1, 16, 1]))
        return connection
    }
}
