import SaybusTelemetry
import Testing

@testable import SaybusConsole

@Suite("Who may open the console")
struct AccessPolicyTests {
    private typealias Request = AccessPolicy.Request
    private let here = AccessPolicy(token: nil, address: .standard)
    private let guarded = AccessPolicy(token: "0123456789abcdef", address: ListeningAddress(host: "0.0.0.0", port: 80))

    private func status(_ verdict: AccessPolicy.Verdict) -> Int {
        switch verdict {
        case .accepted: 200
        case .login: 303
        case .refused(let status, _): status
        }
    }

    @Test(
        "without a token, only names of this machine are accepted, so that no other server's page can reach the bus",
        arguments: [
            ("127.0.0.1:8765", 200), ("localhost:9000", 200), ("[::1]:8765", 200), ("127.9.9.9", 200),
            ("evil.example:8765", 421), ("127.0.0.1.evil.example", 421), ("127.1", 421), ("", 400),
            ("[::1]evil", 400), ("[::1]:8765.evil.example", 400), ("[::1", 400), ("localhost:80@evil.example", 400),
            ("localhost:", 400), ("::1:8765", 400),
        ])
    func host(host: String, expected: Int) {
        #expect(status(here.judge(Request(host: host))) == expected)
    }

    @Test("several Hosts are refused, of which another program might take another one, also with a token")
    func severalHosts() {
        for policy in [here, guarded] {
            #expect(status(policy.judge(Request(host: "localhost", hasSeveralHosts: true))) == 400)
        }
        #expect(status(guarded.judge(Request(host: "pi.local:80 evil"))) == 400)
    }

    @Test("a WebSocket is opened for pages of this server only, and for programs that are no browsers")
    func origin() {
        func judge(_ origin: String?, isUpgrade: Bool = true) -> Int {
            status(here.judge(Request(target: "/bus", host: "localhost:8765", origin: origin, isUpgrade: isUpgrade)))
        }
        #expect(judge("http://localhost:8765") == 200)
        #expect(judge(nil) == 200)
        for foreign in ["http://evil.example", "http://localhost:8766", "null", "http://localhost:8765.evil.example"] {
            #expect(judge(foreign) == 403)
        }
    }

    @Test("with a token, the link sets a cookie that scripts cannot read, and everything else needs the cookie")
    func token() throws {
        let link = guarded.judge(Request(target: "/?token=0123456789abcdef", host: "pi.local"))
        guard case .login(let cookie) = link else { throw PageError(.refused, "\(link)") }
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && !cookie.contains("Secure"))
        let own = String(cookie.prefix { $0 != ";" })
        for target in ["/", "/main.js", "/bus"] {
            #expect(status(guarded.judge(Request(target: target, host: "pi.local"))) == 401)
            #expect(status(guarded.judge(Request(target: target, host: "pi.local", cookie: "a=b; \(own)"))) == 200)
            #expect(status(guarded.judge(Request(target: target, host: "pi.local", cookie: own + "0"))) == 401)
        }
        #expect(status(guarded.judge(Request(target: "/?token=0123456789abcdee", host: "pi.local"))) == 403)
        #expect(status(guarded.judge(Request(target: "/bus?token=0123456789abcdef", host: "pi.local"))) == 401)
    }

    @Test("only GET and HEAD are answered")
    func methods() {
        #expect(status(here.judge(Request(method: "POST", host: "localhost"))) == 405)
        #expect(status(here.judge(Request(method: "HEAD", host: "localhost"))) == 200)
    }

    @Test(
        "an address is a host and a port",
        arguments: [
            ("127.0.0.1:8765", ListeningAddress(host: "127.0.0.1", port: 8765)),
            ("[::]:0", ListeningAddress(host: "::", port: 0)),
            ("pi.local:80", ListeningAddress(host: "pi.local", port: 80)),
            ("127.0.0.1", nil), (":80", nil), ("::1:80", nil), ("a b:80", nil), ("host:65536", nil), ("host/x:1", nil),
        ])
    func address(text: String, expected: ListeningAddress?) {
        #expect(ListeningAddress(text) == expected)
        if let expected { #expect(ListeningAddress("\(expected)") == expected) }
    }
}
