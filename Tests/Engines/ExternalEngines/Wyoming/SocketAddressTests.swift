import SaybusExternalEngines
import Testing

@Suite("Addresses of servers")
struct SocketAddressTests {
    @Test(
        "valid addresses are parsed, and others are refused",
        arguments: [
            ("tcp://localhost:10500", "tcp://localhost:10500"), ("tcp://[::1]:9", "tcp://[::1]:9"),
            ("unix:///a/b", "unix:///a/b"),
            ("tcp://localhost", nil), ("tcp://:1", nil), ("tcp://x:0", nil), ("tcp://x:99999", nil), ("unix://a", nil),
            ("http://x:1", nil), ("", nil), ("unix:///" + String(repeating: "a", count: 200), nil),
        ])
    func addresses(_ text: String, _ expected: String?) {
        #expect(SocketAddress(text).map { "\($0)" } == expected)
    }
}
