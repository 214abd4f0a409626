import SaybusTesting
import Testing

@testable import SaybusExternalEngines

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

    /// A response whose body is packed.
    private static func packed(_ body: [UInt8], _ encoding: String = "gzip") -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    @Test("a packed response is unpacked up to the limit only, at once and without memory")
    func bomb() async throws {
        // 8 MiB that unpack to more than 1 GiB.
        let server = try WebServer(sending: Self.packed(GzipZeros.bytes(8 << 20)))
        try PeakMemory.reset()
        let before = try PeakMemory.bytes()
        let began = ContinuousClock.now
        #expect(try await ask(server.address, timeout: .seconds(60), size: 64 << 10) == "too-large")
        #expect(await server.isLeft(within: .seconds(10)))
        let spent = ContinuousClock.now - began
        let grown = try PeakMemory.bytes() - before
        #expect(spent < .seconds(5), "\(spent)")
        #expect(grown < 32 << 20, "\(grown) bytes")
    }

    @Test("a packed response within the limit is unpacked, and one that is packed twice is refused")
    func packedResponse() async throws {
        let hello: [UInt8] = [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9,
            0x07, 0x00, 0x86, 0xA6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
        ]
        let once = try WebServer(sending: Self.packed(hello))
        #expect(try await ask(once.address) == "hello")
        let twice = try WebServer(sending: Self.packed(hello, "gzip, gzip"))
        #expect(try await ask(twice.address) == "bad-answer")
    }

    @Test("headers without an end are read up to a limit only")
    func headers() async throws {
        let server = try WebServer(dripping: "HTTP/1.1 200 OK\r\n", then: "X-Header: more and more\r\n")
        #expect(try await ask(server.address) == "too-large")
        #expect(await server.isLeft(within: .seconds(10)))
    }

    @Test("a cancelled request closes its connection at once, before and during the response")
    func cancelled() async throws {
        let silent = try WebServer { _ in nil }
        let slow = try WebServer(
            dripping: "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", then: "x", every: .milliseconds(20))
        for server in [silent, slow] {
            let running = Task { try await ask(server.address, timeout: .seconds(50)) }
            #expect(await server.isAsked(within: .seconds(10)))
            running.cancel()
            await #expect(throws: CancellationError.self) { try await running.value }
            #expect(await server.isLeft(within: .seconds(10)))
        }
    }

    @Test("the time limit closes the connection")
    func timeLimit() async throws {
        let server = try WebServer { _ in nil }
        #expect(try await ask(server.address, timeout: .milliseconds(200)) == "timeout")
        #expect(await server.isLeft(within: .seconds(10)))
    }

    @Test(
        "a redirection keeps method and body as its status demands",
        arguments: [
            (307, "POST", "body"), (308, "POST", "body"), (301, "GET", ""), (302, "GET", ""), (303, "GET", ""),
        ])
    func method(status: Int, method: String, body: String) async throws {
        let server = try WebServer { request in
            request.contains(" /there ")
                ? WebServer.answer("here")
                : WebServer.answer("", status: "\(status) Elsewhere", headers: "Location: /there\r\n")
        }
        let exchange = HTTPExchange(
            method: .post, url: server.address + "/", headers: [.init(name: "Content-Type", value: "text/plain")],
            body: "body")
        #expect(try await HTTPClient().run(exchange).get() == Array("here".utf8))
        let last = try #require(server.requests.last)
        #expect(last.hasPrefix("\(method) /there "), "\(last)")
        #expect(last.hasSuffix("\r\n\r\n" + body), "\(last)")
        #expect(last.contains("text/plain") == !body.isEmpty)
    }

    @Test("a redirection to another server carries none of the app's own headers")
    func otherServer() async throws {
        let other = try WebServer { _ in WebServer.answer("there") }
        let server = try WebServer { _ in
            WebServer.answer("", status: "307 Elsewhere", headers: "Location: \(other.address)/\r\n")
        }
        let exchange = HTTPExchange(
            method: .put, url: server.address, headers: [.init(name: "Authorization", value: "secret")])
        #expect(try await HTTPClient().run(exchange).get() == Array("there".utf8))
        #expect(server.requests.first?.contains("Authorization: secret\r\n") == true)
        let last = try #require(other.requests.last)
        #expect(last.hasPrefix("PUT / "), "\(last)")
        #expect(!last.contains("secret"))
    }

    @Test("a redirection that would repeat the body to another server is refused", arguments: [307, 308])
    func bodyForOtherServer(status: Int) async throws {
        let other = try WebServer { _ in WebServer.answer("there") }
        let server = try WebServer { _ in
            WebServer.answer("", status: "\(status) Elsewhere", headers: "Location: \(other.address)/?q=private\r\n")
        }
        let exchange = HTTPExchange(method: .post, url: server.address, body: "secret")
        guard case .failure(let failure) = try await HTTPClient().run(exchange) else {
            Issue.record("the redirection is followed")
            return
        }
        #expect(failure.code == .redirected)
        #expect(
            failure.reason.hasSuffix("to another server, which gets no body: \(other.address)/"), "\(failure.reason)")
        #expect(other.requests.isEmpty)
    }

    @Test(
        "a redirection to https on the same host repeats the body, on other ports and hosts it does not",
        arguments: [
            ("http://home.example/a", "https://home.example/a", true),
            ("http://Home.example:80/a", "HTTPS://home.example:443/a", true),
            ("http://home.example/a", "https://home.example:8443/a", false),
            ("http://home.example:8080/a", "https://home.example/a", false),
            ("http://home.example/a", "https://www.home.example/a", false),
        ] as [(String, String, Bool)])
    func upgrade(from: String, to: String, isFollowed: Bool) {
        let headers = [HTTPExchange.Header(name: "Authorization", value: "secret")]
        var redirections = HTTPRedirections(HTTPExchange(method: .post, url: from, headers: headers, body: "words"))
        do throws(HTTPFailure) {
            try redirections.follow(308, to: to)
            let exchange = redirections.exchange
            #expect(isFollowed && exchange.url == to && exchange.body == "words")
            #expect(exchange.headers.isEmpty)
        } catch {
            #expect(!isFollowed && error.code == .redirected)
        }
    }
}
