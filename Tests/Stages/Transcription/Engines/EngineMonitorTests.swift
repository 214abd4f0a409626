import Foundation
import Glibc
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusTranscription

@Suite("Monitoring of a remote engine")
struct EngineMonitorTests {
    @Test("checks become rarer while the engine is away, go on while it is healthy, and report each change once")
    func decides() {
        var monitor = EngineMonitor()
        #expect(monitor.record("away") == .lost("away") && monitor.interval == .seconds(1))
        for seconds in [2, 4, 8, 8] {
            #expect(monitor.record("away") == nil)
            #expect(monitor.interval == .seconds(seconds))
        }
        #expect(monitor.record("hangs") == .lost("hangs"))
        #expect(monitor.record(nil) == .recovered && monitor.interval == .seconds(10))
        #expect(monitor.record(nil) == nil)
        #expect(monitor.record("away") == .lost("away") && monitor.interval == .seconds(1))
        var healthy = EngineMonitor()
        #expect(healthy.record(nil) == nil)
    }

    @Test("a turn's failure to reach the engine is that of a health check; a turn that succeeds ends all failures")
    func problems() {
        func after(_ failure: (any Error)?) -> [TranscribeProblem: String?] {
            Dictionary(uniqueKeysWithValues: TranscribeProblem.after(failure).map { ($0.kind, $0.sentence) })
        }
        let (away, broken) = (TranscriptionError(.unreachable, "away"), TranscriptionError(.engine, "broken"))
        #expect(after(away) == [.unreachable: "\(away)", .recognizer: nil])
        #expect(after(broken) == [.recognizer: "\(broken)", .unreachable: nil])
        #expect(after(nil) == [.recognizer: nil, .unreachable: nil])
    }

    @Test("a missing server is a problem in the status before any turn, until the server accepts connections")
    func server() async throws {
        let test = try TestBus()
        let client = try test.connect(Role("client"))
        let statuses = client.subscribe(StageStatus.self)
        try await client.ready()
        let path = "/tmp/saybus-\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(path) }
        let stage = try ProgramUnderTest(
            "saybus-transcribe",
            ["--bus", test.address.url, "--engine", "wyoming", "--address", "unix://\(path)", "--instance", "w"])
        try await stage.ready()
        let without = await statuses.first { $0.body.role == .transcribe && $0.body.problem != nil }
        #expect(without?.body.problem?.contains(path) == true, "\(stage.report)")
        let server = try listen(at: path)
        defer { close(server) }
        let with = await statuses.first { $0.body.role == .transcribe && $0.body.problem == nil }
        #expect(with?.body.state == .ready, "\(stage.report)")
        // The line was written before the status, but is read by another thread.
        _ = try await stage.line(on: .standardError) { $0.contains("are recognized") }
        let told = stage.lines(.standardError).filter { $0.contains("be recognized") || $0.contains("are recognized") }
        #expect(told.count == 2, "\(told)")
        stage.send(SIGTERM)
        #expect(try await stage.exitCode() == 0)
    }

    /// A socket that accepts connections.
    private func listen(at path: String) throws -> Int32 {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(server, $0, size) == 0 }
        }
        try #require(isBound && Glibc.listen(server, 8) == 0)
        return server
    }
}
