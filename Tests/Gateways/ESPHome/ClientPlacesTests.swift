import Foundation
import Glibc
import SaybusEspeakNG
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
        let clients = (0..<ClientPlaces.most).map { peer("client \($0)") }
        for client in clients {
            #expect(connect(client) == nil)
            #expect(greet(client))
        }
        let silent = (0..<ClientPlaces.most).map { peer("silent \($0)") }
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
            let oldest: ESPHomePeer? = index < ClientPlaces.most - 1 ? nil : flood[index - ClientPlaces.most + 1]
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
        let port = try #require(UInt16(satellite.port))
        var silent: [PlainConnection] = []
        for _ in 0..<20 { silent.append(try PlainConnection(to: port)) }
        let client = try PlainConnection(to: port)
        // An empty message of type 1, which introduces the client; its answer has type 2.
        try client.send(FrameReader.plainFrame(type: 1, payload: []))
        let answer = await client.receive()
        #expect(answer.count > 3 && answer.first == 0 && answer.dropFirst(2).first == 2)
        // Those that say nothing are cut off.
        for connection in silent { #expect(await connection.receive() == []) }
    }

    /// A connection to a port of this machine.
    private final class PlainConnection: Sendable {
        private let descriptor: Int32

        init(to port: UInt16) throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_port = port.bigEndian
            place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var time = timeval(tv_sec: 60, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
            let isConnected = withUnsafePointer(to: &place) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            guard isConnected else { throw POSIXError(.ECONNREFUSED) }
        }

        deinit { close(descriptor) }

        func send(_ bytes: [UInt8]) throws {
            let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            guard count == bytes.count else { throw POSIXError(.EPIPE) }
        }

        /// Returns the bytes that come next, on a thread of its own, since reading blocks; empty at the end.
        func receive() async -> [UInt8] {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { [self] in
                    var bytes = [UInt8](repeating: 0, count: 4096)
                    let count = recv(descriptor, &bytes, bytes.count, 0)
                    continuation.resume(returning: Array(bytes.prefix(max(0, count))))
                }
            }
        }
    }
}
