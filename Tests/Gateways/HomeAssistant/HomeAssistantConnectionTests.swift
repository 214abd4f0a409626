import Foundation
import Glibc
import Logging
import SaybusTesting
import Testing

@testable import SaybusHomeAssistant

@Suite("The connection to Home Assistant")
struct HomeAssistantConnectionTests {
    private let quiet = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    @Test("an attempt to connect to a server that says nothing is given up at once when its task is cancelled")
    func cancelled() async throws {
        let listener = try LoopbackListener()
        defer { close(listener.descriptor) }
        let (url, quiet) = ("http://127.0.0.1:\(listener.port)", quiet)
        let attempt = Task { _ = try await HomeAssistantConnection(url, token: "secret", logger: quiet) }
        let start = ContinuousClock.now
        attempt.cancel()
        await #expect(throws: HomeAssistantError.self) { try await attempt.value }
        // It has ten seconds otherwise.
        #expect(ContinuousClock.now - start < .seconds(8))
    }

    @Test("a language model has more time for an answer than a service, and less than the dispatcher waits for")
    func times() {
        #expect(HomeAssistantConnection.answerTime(of: "call_service") == .seconds(10))
        #expect(HomeAssistantConnection.answerTime(of: "conversation/process") == .seconds(20))
    }

    /// Starts a server, and connects to it.
    private func connected(_ mode: String = "") async throws -> (ProgramUnderTest, HomeAssistantConnection) {
        let script = PackageFolder.containing().appending(path: "Tests/Gateways/HomeAssistant/home_assistant.py")
        let arguments = ["-B", script.path(percentEncoded: false), "0", mode]
        let server = try ProgramUnderTest(PythonInterpreter.path, arguments)
        let line = try await server.line { $0.hasPrefix("listening ") }
        let port = try #require(Int(line.dropFirst("listening ".count)))
        let connection = try await HomeAssistantConnection(
            "http://127.0.0.1:\(port)", token: "secret", logger: quiet)
        return (server, connection)
    }

    @Test("events that find no room are told of once, so that the home is read again")
    func droppedEvents() async throws {
        let (server, connection) = try await connected("flood")
        try await connection.request("subscribe_events")
        #expect(!connection.takeLoss())
        try await connection.request("subscribe_events")
        let losses = [connection.takeLoss(), connection.takeLoss()]
        #expect(losses == [true, false])
        connection.close()
        withExtendedLifetime(server) {}
    }

    @Test("of requests that are made at once, none is refused because of the order of its number")
    func order() async throws {
        let (server, connection) = try await connected()
        let refusals = await withTaskGroup(of: HomeAssistantError?.self) { group in
            for _ in 0..<500 {
                group.addTask {
                    do throws(HomeAssistantError) {
                        try await connection.request("config/area_registry/list")
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            var refusals: [String] = []
            for await case let error? in group { refusals.append(error.reason) }
            return refusals
        }
        #expect(refusals.isEmpty, "\(refusals.count) of 500: \(refusals.first ?? "")")
        connection.close()
        withExtendedLifetime(server) {}
    }
}
