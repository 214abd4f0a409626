import Glibc
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Web servers that misbehave towards a running app", .timeLimit(.minutes(2)))
struct WebFaultTests {
    private func harness(_ server: WebServer, timeout: String) async throws -> AppHarness {
        try await AppHarness(
            """
            app: web
            commands:
              Fetch:
                patterns: [fetch]
                do:
                  - http: {url: "\(server.address)/", timeout: \(timeout)}
                  - speak: "{output}"
              Hello:
                patterns: [hello]
                do:
                  - speak: "Hello."
            """)
    }

    @Test(
        "a compressed answer that exceeds its limit when unpacked fails the action in time, with bounded memory, and the app goes on"
    )
    func bomb() async throws {
        let packed = GzipZeros.bytes(8 << 20)
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
        let server = try WebServer(sending: Array(head.utf8) + packed)
        let harness = try await harness(server, timeout: "4s")
        let before = try PeakMemory.bytes(of: harness.dispatch.processID)
        let end = try await harness.say("fetch")
        #expect(end.outcome == .failed && end.reason?.contains("more than 65536 bytes") == true, "\(end)")
        #expect(await server.isLeft(within: .seconds(20)))
        #expect(try PeakMemory.bytes(of: harness.dispatch.processID) - before < 32 << 20)
        #expect(try await harness.say("hello").outcome == .handled)
        harness.dispatch.send(SIGTERM)
        #expect(try await harness.dispatch.exitCode() == 0)
    }

    @Test("SIGTERM during a request ends the program in its grace", arguments: [false, true])
    func signal(isDripping: Bool) async throws {
        let server =
            isDripping
            ? try WebServer(
                dripping: "HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n", then: "x", every: .milliseconds(20))
            : try WebServer { _ in nil }
        let harness = try await harness(server, timeout: "60s")
        try harness.client.publish(SpeechTranscript(text: "fetch", confidence: 1, engine: "text"), turn: TurnID())
        #expect(await server.isAsked(within: .seconds(20)))
        harness.dispatch.send(SIGTERM)
        #expect(try await harness.dispatch.exitCode() == 0)
    }
}
