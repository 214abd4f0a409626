import SaybusBus
import SaybusExternalEngines
import SaybusTesting
import Testing

@testable import SaybusWyomingServer

@Suite("The address at which peers of the Wyoming protocol connect")
struct ListenerTests {
    @Test("with port 0 the system chooses the port, at which peers connect")
    func chosenPort() async throws {
        let address = try #require(SocketAddress.listening("tcp://127.0.0.1:0"))
        let listener = try WyomingListener(address)
        defer { listener.close() }
        let port = try #require(listener.port)
        #expect(port != 0)
        let client = try await WyomingPeer.connect(to: .tcp(host: "127.0.0.1", port: port), within: .seconds(10))
        var peers = listener.peers.makeAsyncIterator()
        let peer = try #require(await peers.next())
        peer.close()
        client.close()
    }

    @Test("nobody connects to port 0")
    func connection() {
        #expect(SocketAddress("tcp://kitchen.local:0") == nil)
        #expect(SocketAddress("tcp://kitchen.local:1") == .tcp(host: "kitchen.local", port: 1))
        #expect(SocketAddress.listening("tcp://kitchen.local:65536") == nil)
    }

    @Test("the program tells the port that it has")
    func program() async throws {
        let test = try TestBus()
        let program = try ProgramUnderTest(
            "saybus-wyoming", ["--bus", test.address.url, "--as-satellite", "--uri", "tcp://127.0.0.1:0"])
        let line = try await program.line(on: .standardError) { $0.contains("listens") }
        let words = line.split(separator: " ").map(String.init)
        let port = try #require(words.first { $0.hasPrefix("port=") }.flatMap { UInt16($0.dropFirst(5)) })
        let client = try await WyomingPeer.connect(to: .tcp(host: "127.0.0.1", port: port), within: .seconds(10))
        client.close()
    }
}
