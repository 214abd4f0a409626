import SaybusExternalEngines
import SaybusTesting
import Testing

@testable import SaybusWyomingServer

@Suite("The events of a satellite that are read ahead", .timeLimit(.minutes(1)))
struct SatelliteEventsTests {
    /// Both ends of a connection.
    private struct Line {
        let satellite: WyomingPeer
        let gateway: WyomingPeer
        private let folder: TemporaryFolder
        private let listener: WyomingListener

        init() async throws {
            folder = try TemporaryFolder()
            let address = SocketAddress.unix(path: folder.path("satellite.sock"))
            listener = try WyomingListener(address)
            gateway = try await WyomingPeer.connect(to: address, within: .seconds(10))
            var peers = listener.peers.makeAsyncIterator()
            satellite = try #require(await peers.next())
        }
    }

    @Test("a ping is answered while former events wait to be processed, and all of them come in their order")
    func ping() async throws {
        let line = try await Line()
        let events = SatelliteEvents(line.gateway, silence: .seconds(20))
        let reading = Task { await events.run() }
        try await line.satellite.send(.audioChunk([1, 2], rate: 16_000))
        try await line.satellite.send(WyomingEvent(type: "ping", data: ["text": "hello"]))
        // Nothing has been processed by now, as while a recognizer thinks.
        let pong = try await line.satellite.receive(within: .seconds(20))
        #expect(pong.type == "pong" && pong.text("text") == "hello")
        try await line.satellite.send(WyomingEvent(type: "audio-stop"))
        let chunk = try await events.next()
        #expect(chunk == .audioChunk([1, 2], rate: 16_000))
        #expect(try await events.next().type == "ping")
        #expect(await events.hasInput(within: .seconds(20)))
        #expect(try await events.next().type == "audio-stop")
        line.satellite.close()
        let failure = await #expect(throws: EngineFailure.self) { try await events.next() }
        #expect(failure?.code == .unreachable)
        await reading.value
    }

    @Test("a satellite that sends nothing is gone after its time, and what it sent before is processed first")
    func silence() async throws {
        let line = try await Line()
        let events = SatelliteEvents(line.gateway, silence: .milliseconds(200))
        try await line.satellite.send(WyomingEvent(type: "played"))
        await events.run()
        #expect(try await events.next().type == "played")
        let failure = await #expect(throws: EngineFailure.self) { try await events.next() }
        #expect(failure?.code == .timeout)
    }
}
