import Testing

@testable import SaybusLink

@Suite("Addresses of NATS servers")
struct NATSAddressTests {
    @Test("an IPv6 address is read without its brackets, has them in its URL, and may be that of this machine")
    func bracketed() throws {
        let address = try NATSAddress("nats://[::1]")
        #expect(address.host == "::1" && address.port == 4222 && address.isLoopback)
        #expect(address.description == "nats://[::1]:4222" && address.encrypted.description == "tls://[::1]:4222")
        #expect(try NATSAddress(address.description) == address)
        #expect(try !NATSAddress("nats://[2001:db8::1]:4223").isLoopback)
    }

    @Test(
        "what is no server's address is refused",
        arguments: [
            "localhost", "http://h", "nats://", "nats://h:0", "nats://h/path", "nats://::1", "nats://u:secret@h",
            "tcp://u:secret@h", "u:secret@h",
        ])
    func wrong(url: String) {
        let error = #expect(throws: LinkError.self) { try NATSAddress(url) }
        #expect(error?.code == .badSetting && error?.reason.contains("secret") != true)
    }
}
