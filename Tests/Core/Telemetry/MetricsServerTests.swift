import CoreMetrics
import Foundation
import Metrics
import SaybusMetricsJudges
import SaybusTesting
import Testing

@testable import SaybusTelemetry

@Suite("The server of metrics")
struct MetricsServerTests {
    private let registry = MetricRegistry()
    private let anywhere = ListeningAddress(host: "127.0.0.1", port: 0)

    init() { Counter(label: "hits", factory: registry).increment() }

    /// Connects to a server, and sends the beginning of a request.
    private func client(_ beginning: String, of server: MetricsServer) throws -> LoopbackConnection {
        let client = try LoopbackConnection(to: server.port)
        client.write(beginning)
        return client
    }

    @Test(
        "GET and HEAD of /metrics are answered, and nothing else",
        arguments: [
            ("GET /metrics HTTP/1.1", "HTTP/1.1 200 OK", true),
            ("GET /metrics?a=b HTTP/1.1", "HTTP/1.1 200 OK", true),
            ("HEAD /metrics HTTP/1.1", "HTTP/1.1 200 OK", false),
            ("POST /metrics HTTP/1.1", "HTTP/1.1 405 Method Not Allowed", false),
            ("GET / HTTP/1.1", "HTTP/1.1 404 Not Found", false),
            ("GET /metrics/../etc/passwd HTTP/1.1", "HTTP/1.1 404 Not Found", false),
            ("nonsense", "HTTP/1.1 400 Bad Request", false),
        ])
    func requests(line: String, status: String, hasMetrics: Bool) async throws {
        let server = try await MetricsServer.start(at: anywhere, registry)
        let answer = try await LoopbackConnection.ask("\(line)\r\nHost: localhost\r\n\r\n", port: server.port)
        #expect(answer.hasPrefix(status), "\(answer)")
        #expect(answer.contains("hits_total 1\n") == hasMetrics)
        if hasMetrics { #expect(answer.contains("text/plain; version=0.0.4; charset=utf-8")) }
        await server.close()
    }

    @Test("a request that does not come to its end is given up, and others are answered meanwhile")
    func slow() async throws {
        let server = try await MetricsServer.start(at: anywhere, registry, limit: .milliseconds(300))
        let clients = try (0..<MetricsServer.maximumConnections - 1).map { _ in
            try client("GET /metrics HTTP/1.1\r\nHost:", of: server)
        }
        let answer = try await LoopbackConnection.ask("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", port: server.port)
        #expect(answer.contains("hits_total 1"))
        // Each is closed by the server, without an answer.
        for client in clients { #expect(await client.readToEnd() == "") }
        await server.close()
    }

    @Test("more connections than allowed are turned away, and room is made when they end")
    func crowd() async throws {
        let server = try await MetricsServer.start(at: anywhere, registry)
        var clients = try (0..<MetricsServer.maximumConnections).map { _ in try client("GET", of: server) }
        // One that gets its turn only after all others have been accepted.
        #expect(try await LoopbackConnection.ask("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", port: server.port) == "")
        let last = clients.removeLast()
        last.write(" /metrics HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await last.readToEnd().contains("hits_total 1"))
        await server.close()
    }

    @Test("a header that does not end is refused")
    func endless() async throws {
        let server = try await MetricsServer.start(at: anywhere, registry)
        let header = "GET /metrics HTTP/1.1\r\nX: " + String(repeating: "a", count: 100_000) + "\r\n\r\n"
        let answer = try await LoopbackConnection.ask(header, port: server.port)
        #expect(!answer.contains("hits_total"))
        await server.close()
    }

    @Test("an address in use is refused with a remedy, and so is one that this machine does not have")
    func addresses() async throws {
        let server = try await MetricsServer.start(at: anywhere, registry)
        let taken = ListeningAddress(host: "127.0.0.1", port: server.port)
        let refusal = await #expect(throws: TelemetryError.self) {
            try await MetricsServer.start(at: taken, registry)
        }
        #expect(refusal?.code == .addressInUse)
        #expect(refusal?.reason.contains("choose another --metrics") == true)
        let foreign = await #expect(throws: TelemetryError.self) {
            try await MetricsServer.start(at: ListeningAddress(host: "192.0.2.1", port: 9464), registry)
        }
        #expect(foreign?.code == .unusableAddress)
        await server.close()
    }

    @Test(
        "promtool finds nothing wrong with what is served",
        .enabled(if: Promtool.isInstalled, "promtool is installed (Debian's prometheus)"))
    func promtool() async throws {
        registry.describe("hits_total", "Hits of the server: \"all\" of \\them.\nEven two lines.")
        Timer(label: "work", dimensions: [("dish", "a\"b\\c\nd")], factory: registry).recordSeconds(1)
        registry.addCollector(ProcessMetrics.families)
        let folder = try TemporaryFolder()
        let file = try folder.write("metrics.txt", PrometheusText.text(registry.families()))
        let (code, text) = try await Promtool.run(["check", "metrics"], input: file)
        #expect(code == 0, "\(text)")
    }
}
