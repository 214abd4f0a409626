import SaybusSupport
import Testing

@Suite("A host and a port")
struct HostAndPortTests {
    @Test(
        "a text is read with its port or the usual one, and an IPv6 address without its brackets",
        arguments: [
            ("hall", "hall", 80, "hall:80"), ("hall:1", "hall", 1, "hall:1"),
            ("10.0.0.1:65535", "10.0.0.1", 65_535, nil),
            ("[::1]", "::1", 80, "[::1]:80"), ("[fe80::2]:9", "fe80::2", 9, "[fe80::2]:9"),
        ] as [(String, String, Int, String?)])
    func reads(text: String, host: String, port: Int, description: String?) throws {
        let read = try HostAndPort(text, defaultPort: 80)
        #expect(read.host == host && read.port == port && read.description == description ?? text)
    }

    @Test(
        "a text without a host or with a wrong port is refused",
        arguments: [
            ("", .host), (":80", .host), ("[]:80", .host), ("::1", .host), ("fe80::2:9", .host),
            (String(repeating: "a", count: 254), .host), ("hall:", .port), ("hall:0", .port), ("hall:65536", .port),
            ("hall:http", .port),
        ] as [(String, HostAndPortError.Code)])
    func refuses(text: String, code: HostAndPortError.Code) {
        let error = #expect(throws: HostAndPortError.self) { try HostAndPort(text, defaultPort: 80) }
        #expect(error?.code == code)
    }
}
