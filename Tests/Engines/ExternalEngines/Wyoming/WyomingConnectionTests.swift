import Foundation
import SaybusExternalEngines
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Wyoming connections")
struct WyomingConnectionTests {
    private static let python = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] ?? "/usr/bin/python3"

    /// Starts a server that sends fixed bytes on every connection, and closes it.
    private static let server = """
        import socket, sys
        answer = eval(sys.argv[2])
        server = socket.socket(socket.AF_UNIX)
        server.bind(sys.argv[1])
        server.listen()
        print("listening", flush=True)
        while True:
            peer, _ = server.accept()
            peer.recv(1 << 16)
            peer.sendall(answer)
            peer.close()
        """

    /// Returns the events that a client reads until the end, or the failure.
    private func events(answer: String) async throws -> (events: [WyomingEvent], failure: EngineFailure?) {
        let path = "/tmp/saybus-\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(path) }
        let server = try ProgramUnderTest(Self.python, ["-c", Self.server, path, answer])
        try await server.line { $0 == "listening" }
        defer { server.send(SIGKILL) }
        let queue = BlockingQueue(label: "test")
        return try await queue.run { () throws(EngineFailure) in
            let deadline = ContinuousClock.now + .seconds(10)
            var connection = try WyomingConnection(to: .unix(path: path), before: deadline)
            try connection.send(WyomingEvent(type: "describe"), before: deadline)
            var events: [WyomingEvent] = []
            while true {
                do throws(EngineFailure) {
                    events.append(try connection.receive(before: deadline))
                } catch {
                    return (events, error)
                }
            }
        }
    }

    @Test("data in the header, a data block and a payload form one event, and the block overrides the header")
    func blocks() async throws {
        let answer =
            #"b'{"type":"a","data":{"x":1,"y":2},"data_length":7,"payload_length":3}\n{"x":3}\x01\n\x02{"type":"b"}\n'"#
        let (events, failure) = try await events(answer: answer)
        #expect(
            events == [
                WyomingEvent(type: "a", data: ["x": .integer(3), "y": .integer(2)], payload: [1, 10, 2]),
                WyomingEvent(type: "b"),
            ])
        #expect(failure?.code == .unreachable)
    }

    @Test(
        "an invalid event ends the connection with a reason",
        arguments: [
            #"b'nonsense\n'"#, #"b'{"data":{}}\n'"#, #"b'{"type":"a","data_length":-1}\n'"#,
            #"b'{"type":"a","payload_length":99999999999}\n'"#, #"b'{"type":"a","data_length":2}\n[]'"#,
            #"b'{"type":"a","data_length":"7"}\n'"#, #"b'x' * 100000"#, #"b'\xff\xfe\n'"#,
        ])
    func garbage(_ answer: String) async throws {
        let (events, failure) = try await events(answer: answer)
        #expect(events.isEmpty && failure?.code == .garbage, "\(events) \(String(describing: failure))")
    }

    @Test("a truncated event counts as the end of the connection")
    func cut() async throws {
        let (events, failure) = try await events(answer: #"b'{"type":"a","payload_length":100}\nabc'"#)
        #expect(events.isEmpty && failure?.code == .unreachable)
    }

    @Test("an error event of the server is a refusal with the server's text")
    func error() async throws {
        let (_, failure) = try await events(answer: #"b'{"type":"error","data":{"text":"no model"}}\n'"#)
        #expect(failure?.code == .refused && failure?.reason.contains("no model") == true)
    }

    @Test("the services of a server are read, without those that are not installed")
    func services() async throws {
        let answer = #"""
            b'{"type":"ping","data":{"text":"x"}}\n{"type":"info","data":{"asr":[{"name":"whisper","installed":true,"models":[{"name":"tiny","installed":true,"languages":["de","pt"]},{"name":"large","installed":false,"languages":["fr"]}]},{"name":"none","installed":false}],"tts":[{"name":"piper","voices":[{"name":"amy"}]}],"satellite":null}}\n'
            """#
        let path = "/tmp/saybus-\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(path) }
        let server = try ProgramUnderTest(
            Self.python, ["-c", Self.server, path, answer.trimmingCharacters(in: .whitespaces)])
        try await server.line { $0 == "listening" }
        defer { server.send(SIGKILL) }
        let services = try await BlockingQueue(label: "test").run { () throws(EngineFailure) in
            try WyomingService.offered(by: .unix(path: path), before: .now + .seconds(10))
        }
        #expect(services.map(\.kind) == ["asr", "tts"] && services.map(\.name) == ["whisper", "piper"])
        #expect(services.map(\.models) == [["tiny"], ["amy"]])
        #expect(services.map(\.languages) == [["de", "pt"], []])
    }

    @Test("sound is sent as little-endian samples with its format")
    func sound() {
        let chunk = WyomingEvent.audioChunk([1, -2, 256], rate: 16_000)
        #expect(chunk.payload == [1, 0, 0xfe, 0xff, 0, 1])
        #expect(chunk.data == ["rate": .integer(16_000), "width": .integer(2), "channels": .integer(1)])
    }
}
