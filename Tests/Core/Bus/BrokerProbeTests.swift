import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusBus

@Suite("The probe of a broker")
struct BrokerProbeTests {
    @Test("a broker whose queue of connections is full is there, and is not waited for", .timeLimit(.minutes(1)))
    func fullQueue() throws {
        let address = try TestBus.freshAddress()
        let directory = try #require(address.directory)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(listener) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let path = Array("\(directory)/subscribe".utf8)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
        let bound = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(listener, 0) == 0)
        // Each probe leaves a connection that nobody takes.
        for _ in 0..<4 {
            let obstacle = BrokerProbe.obstacle(address)
            #expect(obstacle == nil)
        }
    }

    @Test("a name that cannot be resolved is named, and no broker is advised, which would not help")
    func unresolved() async throws {
        let source = try #require(Source(role: .tap, instance: "test"))
        // No name ends in "invalid" (RFC 6761).
        for (host, isKnown) in [("saybus.invalid", false), ("127.0.0.1", true)] {
            let bus = try Bus(at: BusAddress("tcp://\(host):1"), as: source, logger: TestBus.quiet)
            let error = await #expect(throws: BusError.self) { try await bus.ready(within: .milliseconds(50)) }
            await bus.close()
            let reason = error?.reason ?? ""
            #expect(error?.code == .noBroker)
            #expect(reason.contains("the name saybus.invalid in tcp://saybus.invalid:1 cannot be resolved") != isKnown)
            #expect(reason.contains("start one with: saybus-broker") == isKnown, "\(reason)")
        }
    }
}
