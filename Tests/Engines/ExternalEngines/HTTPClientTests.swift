import SaybusExternalEngines
import SaybusTesting
import Testing

@Suite("Web servers that are asked", .timeLimit(.minutes(1)))
struct HTTPClientTests {
    /// What comes of a request: the answer, or the failure's code.
    private func ask(_ url: String, timeout: Duration = .seconds(10), size: Int = 1000) async throws -> String {
        let exchange = HTTPExchange(method: .get, url: url, timeout: timeout, maximumSize: size)
        return switch try await HTTPClient().run(exchange) {
        case .success(let bytes): String(decoding: bytes, as: UTF8.self)
        case .failure(let failure): failure.code.rawValue
        }
    }

    @Test("an answer that fits is given whole, one byte more is too large")
    func size() async throws {
        let server = try WebServer { request in
            WebServer.answer(String(repeating: "x", count: request.hasPrefix("GET /more") ? 1001 : 1000))
        }
        #expect(try await ask(server.address).count == 1000)
        #expect(try await ask(server.address + "/more") == "too-large")
    }

    @Test("an answer without an end is read to the limit and no further")
    func endless() async throws {
        let server = try WebServer(
            dripping: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", then: String(repeating: "x", count: 1 << 14))
        #expect(try await ask(server.address) == "too-large")
    }

    @Test("a server that answers byte by byte is waited for as long as one that says nothing")
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

    @Test("a status that is no success, a circle, a less safe place and a server that is not there have codes")
    func failures() async throws {
        let broken = try WebServer { _ in WebServer.answer("out of order", status: "500 Internal Server Error") }
        #expect(try await ask(broken.address) == "status")
        let circle = try WebServer { _ in WebServer.answer("", status: "302 Found", headers: "Location: /\r\n") }
        #expect(try await ask(circle.address + "/") == "redirected")
        #expect(try await ask(WebServer { _ in nil }.address) == "unreachable")
        #expect(try await ask("file:///etc/passwd") == "bad-address")
    }
}
