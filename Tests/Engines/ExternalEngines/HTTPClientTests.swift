import SaybusExternalEngines
import SaybusTesting
import Testing

@Suite("HTTP client", .timeLimit(.minutes(1)))
struct HTTPClientTests {
    /// The result of a request: the body, or the failure's code.
    private func ask(_ url: String, timeout: Duration = .seconds(10), size: Int = 1000) async throws -> String {
        let exchange = HTTPExchange(method: .get, url: url, timeout: timeout, maximumSize: size)
        return switch try await HTTPClient().run(exchange) {
        case .success(let bytes): String(decoding: bytes, as: UTF8.self)
        case .failure(let failure): failure.code.rawValue
        }
    }

    @Test("a response of the maximum size is returned, one byte more is too large")
    func size() async throws {
        let server = try WebServer { request in
            WebServer.answer(String(repeating: "x", count: request.hasPrefix("GET /more") ? 1001 : 1000))
        }
        #expect(try await ask(server.address).count == 1000)
        #expect(try await ask(server.address + "/more") == "too-large")
    }

    @Test("a response without an end is read up to the limit only")
    func endless() async throws {
        let server = try WebServer(
            dripping: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", then: String(repeating: "x", count: 1 << 14))
        #expect(try await ask(server.address) == "too-large")
    }

    @Test("a server that answers byte by byte has the same time limit as a silent one")
    func slow() async throws {
        let silent = try WebServer { _ in nil }
        let dripping = try WebServer(
            dripping: "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", then: "x", every: .milliseconds(20))
        for server in [silent, dripping] {
            let clock = ContinuousClock()
            var answer = ""
            let spent = try await clock.measure {
                answer = try await ask(server.address, timeout: .milliseconds(300))
            }
            #expect(answer == "timeout")
            #expect(spent < .seconds(5), "\(spent)")
        }
    }

    @Test("an error status, a redirection loop, a redirection to http and a missing server have their codes")
    func failures() async throws {
        let broken = try WebServer { _ in WebServer.answer("out of order", status: "500 Internal Server Error") }
        #expect(try await ask(broken.address) == "status")
        let circle = try WebServer { _ in WebServer.answer("", status: "302 Found", headers: "Location: /\r\n") }
        #expect(try await ask(circle.address + "/") == "redirected")
        #expect(try await ask(WebServer { _ in nil }.address) == "unreachable")
        #expect(try await ask("file:///etc/passwd") == "bad-address")
    }
}
