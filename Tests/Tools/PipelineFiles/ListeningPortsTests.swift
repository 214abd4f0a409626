import SaybusTelemetry
import Testing

@testable import SaybusPipelineFiles

@Suite("The ports of a pipeline's programs")
struct ListeningPortsTests {
    @Test(
        "the addresses of a program are those of its options, else its usual ones",
        arguments: [
            ("broker", ["--bus", "tcp://10.0.0.1:7700"], ["10.0.0.1:7700", "10.0.0.1:7701"]),
            ("broker", ["--bus", "ipc:///b"], []), ("intent", ["--bus", "tcp://10.0.0.1:7700"], []),
            ("intent", ["--metrics", "127.0.0.1:9465"], ["127.0.0.1:9465"]),
            ("console", [], ["127.0.0.1:8765"]), ("console", ["--http=0.0.0.0:80"], ["0.0.0.0:80"]),
            ("wyoming", ["--uri=unix:///w"], []), ("wyoming", [], ["127.0.0.1:10700"]),
            ("esphome", ["--port=6054"], ["0.0.0.0:6054"]),
        ])
    func addresses(program: String, arguments: [String], expected: [String]) {
        #expect(ListeningPorts.addresses(of: arguments, of: program).map { "\($0)" } == expected)
    }

    @Test("two programs cannot have one port of one address, and all addresses count as each")
    func taken() throws {
        var ports = ListeningPorts()
        for (text, name, other) in [
            ("127.0.0.1:80", "a", nil), ("10.0.0.1:80", "b", nil), ("127.0.0.1:81", "c", nil),
            ("127.0.0.1:80", "d", "a"), ("0.0.0.0:81", "e", "c"), ("[::1]:81", "h", nil), ("localhost:80", "i", "a"),
            ("[::]:81", "j", "c"), ("127.0.0.1:0", "f", nil), ("127.0.0.1:0", "g", nil),
        ] as [(String, String, String?)] {
            let address = try #require(ListeningAddress(text))
            let owner = ports.add(address, of: name)
            #expect(owner == other, "\(text)")
        }
    }
}
