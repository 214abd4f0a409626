import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

/// Whether this machine has the loopback address of IP version 6.
private let hasVersion6 =
    (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8))?
    .contains("00000000000000000000000000000001") == true

@Suite("Addresses of a tcp bus", .timeLimit(.minutes(1)))
struct AddressFamilyTests {
    @Test("a bus at an address of IP version 6 is served and found", .enabled(if: hasVersion6, "::1 is missing"))
    func version6() async throws {
        let free = try FreePort.busAddress()
        let address = try BusAddress(free.url.replacingOccurrences(of: "127.0.0.1", with: "[::1]"))
        let broker = try Broker(at: address, insecure: true, logger: TestBus.quiet)
        defer { broker.close() }
        let source = try #require(Source(role: .tap, instance: "six"))
        let bus = try Bus(at: address, as: source, logger: TestBus.quiet)
        let partials = bus.subscribe(SpeechPartial.self)
        try await bus.ready()
        try bus.publish(SpeechPartial(text: "a", revision: 1))
        #expect(await partials.first()?.body.revision == 1)
    }

    @Test("a broker that is to serve the name of a host says which addresses it can serve")
    func hostName() throws {
        let free = try FreePort.busAddress()
        let address = try BusAddress(free.url.replacingOccurrences(of: "127.0.0.1", with: "host.invalid"))
        let error = #expect(throws: BrokerError.self) { try Broker(at: address, insecure: true, logger: TestBus.quiet) }
        let reason = error?.reason ?? ""
        #expect(reason.contains("host.invalid is neither the number of an address"), "\(reason)")
        let port = free.url.replacingOccurrences(of: "tcp://127.0.0.1", with: "")
        #expect(reason.contains("tcp://0.0.0.0\(port) for all"), "\(reason)")
    }
}
