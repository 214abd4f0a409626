import SaybusEspeakNG
import SaybusTesting
import Testing

@testable import SaybusESPHome

@Suite("The places of a satellite's clients")
struct ClientPlacesTests {
    private func peer(_ name: String, host: String? = nil) -> ESPHomePeer { ESPHomePeer(name: name, host: host) {} }

    @Test("connections that do not introduce themselves make room for others, and clients that have done so stay")
    func places() throws {
        var places = ClientPlaces()
        func connect(_ client: ESPHomePeer) -> ESPHomePeer? { places.connect(client) }
        func greet(_ client: ESPHomePeer) -> Bool { places.greet(client) }
        let clients = (0..<ClientPlaces.capacity).map { peer("client \($0)") }
        for client in clients {
            #expect(connect(client) == nil)
            #expect(greet(client))
        }
        let silent = (0..<ClientPlaces.capacity).map { peer("silent \($0)") }
        for one in silent { #expect(connect(one) == nil) }
        let late = peer("late")
        #expect(connect(late) == silent[0])
        #expect(!greet(silent[0]), "it was cut off")
        #expect(!greet(late), "all places are taken")
        #expect(greet(clients[7]), "a client may say so twice")
        places.leave(clients[7])
        #expect(greet(late))
        #expect(connect(peer("next")) == nil)
        #expect(connect(peer("last")) == silent[1])
    }

    @Test("a machine that connects again and again cuts off its own connections, and not the one of another machine")
    func flood() {
        var places = ClientPlaces()
        func connect(_ client: ESPHomePeer) -> ESPHomePeer? { places.connect(client) }
        let client = peer("client")
        #expect(connect(client) == nil)
        let flood = (0..<50).map { peer("flood \($0)", host: "10.0.0.1") }
        for (index, one) in flood.enumerated() {
            let surplus = index - ClientPlaces.capacity + 1
            let oldest: ESPHomePeer? = surplus < 0 ? nil : flood[surplus]
            #expect(connect(one) == oldest)
        }
        let isGreeted = places.greet(client)
        #expect(isGreeted)
    }

    @Test(
        "a client is served beside many connections without a word",
        .enabled(if: SynthesizedSpeech.isAvailable, "espeak-ng is installed"), .timeLimit(.minutes(2)))
    func silence() async throws {
        let satellite = try await SatelliteUnderTest(encrypted: false)
        let port = try #require(Int(satellite.port))
        var silent: [LoopbackConnection] = []
        for _ in 0..<20 { silent.append(try LoopbackConnection(to: port, timeout: 60)) }
        let client = try LoopbackConnection(to: port, timeout: 60)
        // An empty message of type 1, which introduces the client; its answer has type 2.
        try client.send(FrameReader.plainFrame(type: 1, payload: []))
        let answer = await client.receive()
        #expect(answer.count > 3 && answer.first == 0 && answer.dropFirst(2).first == 2)
        // Those that say nothing are cut off.
        for connection in silent { #expect(await connection.receive() == []) }
    }
}
