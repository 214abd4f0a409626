import Dispatch
import Glibc
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@testable import SaybusLink

@Suite("A NATS server that greets and then says nothing")
struct HandshakeTests {
    /// Connects, with a short timeout.
    private func connect(
        _ server: MuteNATSServer, timeout: Duration = .milliseconds(300),
        _ onEvent: @escaping @Sendable (LineEvent) -> Void
    ) async throws -> Result<NATSClient, LinkError> {
        let settings = NATSSettings(servers: [try NATSAddress(server.address)], name: "den")
        let receiver = LineReceiver(timeout: timeout, onEvent)
        return await DispatchQueue(label: "connect").run {
            Result { () throws(LinkError) in try NATSClient(settings, receiver) }
        }
    }

    @Test("the first connection ends with a reason, and does not wait for ever")
    func first() async throws {
        let server = try MuteNATSServer()
        let result = try await connect(server) { _ in }
        guard case .failure(let error) = result else {
            Issue.record("the server lets nobody in")
            return
        }
        #expect(error == LinkError(.unreachable, HandshakeLimit.reason))
    }

    @Test("a connection that is made again is given up, told and tried again, and can be closed")
    func again() async throws {
        let server = try MuteNATSServer(friends: 1)
        let events = Watched<[LineEvent]>([])
        // On a busy machine, the first connection takes a while, too.
        let result = try await connect(server, timeout: .seconds(1)) { event in events.change { $0.append(event) } }
        try await events.require("the server is late") {
            $0.contains(.disconnected(reason: HandshakeLimit.reason))
        }
        try await server.connections.require("a third connection") { $0 >= 3 }
        let client = try result.get()
        await DispatchQueue(label: "close").run { client.close() }
        try await events.require("the end") {
            $0.contains { if case .closed = $0 { true } else { false } }
        }
    }

    @Test("the link shows it, and ends at once when it is told to, also while it connects")
    func program() async throws {
        let server = try MuteNATSServer()
        let sites = try LinkedSites()
        let home = try await sites.home("den", server.address)
        let speaker = try await Speaker(home.test)
        _ = try #require(
            await speaker.recorder.first(StageStatus.self) {
                $0.body.role == .link && $0.body.problem?.contains("does not let this site in") == true
            }, "\(home.link.report)")
        try await server.connections.require("a second connection") { $0 >= 2 }
        home.link.send(SIGTERM)
        #expect(try await home.link.exitCode(within: .seconds(8)) == 0, "\(home.link.report)")
    }
}
