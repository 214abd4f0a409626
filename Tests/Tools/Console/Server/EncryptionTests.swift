import Foundation
import SaybusTesting
import Testing

@testable import SaybusConsole

@Suite(
    "The console through TLS",
    .enabled(
        if: access("/usr/bin/openssl", X_OK) == 0 && access("/usr/bin/curl", X_OK) == 0,
        "openssl and curl are installed"))
struct EncryptionTests {
    /// Makes a certificate of one's own for this machine.
    private func certificate(in folder: TemporaryFolder, days: Int = 2, named name: String = "") async throws
        -> [String]
    {
        let files = [folder.path("\(name)cert.pem"), folder.path("\(name)key.pem")]
        let program = try ProgramUnderTest(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "\(days)",
                "-subj",
                "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-out", files[0], "-keyout", files[1],
            ])
        #expect(try await program.exitCode() == 0)
        return files
    }

    @Test(
        "the page and its WebSocket are encrypted, the cookie is for encrypted connections only, and plain HTTP gets nothing"
    )
    func served() async throws {
        let folder = try TemporaryFolder()
        let files = try await certificate(in: folder)
        let console = try await ConsoleUnderTest(["--token-file", folder.path("token"), "--tls"] + files)
        #expect(console.link.hasPrefix("https://127.0.0.1:\(console.port)/?token="))
        func curl(_ path: String, _ more: [String] = []) async throws -> String {
            let program = try ProgramUnderTest(
                "/usr/bin/curl",
                ["-sS", "-i", "--max-time", "10", "--cacert", files[0], "https://localhost:\(console.port)\(path)"]
                    + more)
            _ = try await program.exitCode()
            return program.lines().joined(separator: "\n")
        }
        let target = try #require(console.link.firstRange(of: "/?token=")).lowerBound
        let login = try await curl(String(console.link[target...]))
        let cookie = try #require(login.firstMatch(of: #/(?i)set-cookie: ([^;]+);.*Secure/#)?.1)
        let page = try await curl("/", ["-H", "Cookie: \(cookie)"])
        #expect(page.contains("200 OK") && page.contains("main.js"))
        let upgrade = [
            "-H", "Cookie: \(cookie)", "-H", "Connection: Upgrade", "-H", "Upgrade: websocket", "-H",
            "Sec-WebSocket-Version: 13", "-H", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "--max-time", "1",
            "--http1.1", "--output", folder.path("socket"), "--dump-header", folder.path("head"),
        ]
        _ = try await curl("/bus?page=01234567", upgrade + ["-H", "Origin: https://localhost:\(console.port)"])
        #expect(try String(contentsOfFile: folder.path("head"), encoding: .utf8).contains("101 Switching Protocols"))
        let greeting = try Data(contentsOf: URL(fileURLWithPath: folder.path("socket")))
        #expect(String(decoding: greeting, as: UTF8.self).contains("\"hello\""))
        // The same page without encryption is another origin.
        _ = try await curl("/bus?page=01234568", upgrade + ["-H", "Origin: http://localhost:\(console.port)"])
        let refusal = try Data(contentsOf: URL(fileURLWithPath: folder.path("socket")))
        #expect(!String(decoding: refusal, as: UTF8.self).contains("\"hello\""))
        #expect(try await PlainHTTP.get(console.port, "/").status == 0)
        try await console.end()
    }

    @Test("a renewed certificate serves new connections, a wrong one does not, and one that ends soon is a problem")
    func renewed() async throws {
        let folder = try TemporaryFolder()
        let files = try await certificate(in: folder)
        let console = try await ConsoleUnderTest(["--token-file", folder.path("token"), "--tls"] + files)
        func isServed(with authority: String) async throws -> Bool {
            let program = try ProgramUnderTest(
                "/usr/bin/curl",
                [
                    "-sS", "-o", "/dev/null", "--max-time", "10", "--cacert", authority,
                    "https://localhost:\(console.port)/",
                ])
            return try await program.exitCode() == 0
        }
        try await console.program.line(on: .standardError) { $0.contains("expires in 1 day: renew it") }
        let renewed = try await certificate(in: folder, days: 90, named: "new-")
        // A certificate without its key.
        try Data(contentsOf: URL(fileURLWithPath: renewed[0])).write(to: URL(fileURLWithPath: files[0]))
        try await console.program.line(on: .standardError) { $0.contains("the former certificate is in use") }
        #expect(try await !isServed(with: renewed[0]))
        try Data(contentsOf: URL(fileURLWithPath: renewed[1])).write(to: URL(fileURLWithPath: files[1]))
        try await console.program.line(on: .standardError) { $0.contains("the certificate was read again") }
        #expect(try await isServed(with: renewed[0]))
        try await console.end()
    }

    @Test("a certificate is a problem from 14 days before its end on")
    func expiry() {
        let day: Int64 = 86_400
        #expect(ServerCertificate.problem(expiry: 100 * day, now: 86 * day) == nil)
        #expect(ServerCertificate.problem(expiry: 100 * day, now: 86 * day + 1) == "expires in 13 days: renew it")
        #expect(ServerCertificate.problem(expiry: 100 * day, now: 100 * day - 1) == "expires within a day: renew it")
        #expect(ServerCertificate.problem(expiry: 100 * day, now: 100 * day) == "has expired: renew it")
    }

    @Test("a key that is not that of the certificate, and a missing file, end the program with one sentence")
    func refused() async throws {
        let folder = try TemporaryFolder()
        let files = try await certificate(in: folder)
        let other = try TemporaryFolder()
        let key = try await certificate(in: other)[1]
        let readable = folder.path("readable.pem")
        try FileManager.default.copyItem(atPath: files[1], toPath: readable)
        chmod(readable, 0o644)
        for (pair, code, reason) in [
            ([files[0], key], 78, "cannot be used"), ([files[0], folder.path("missing")], 66, "No such file"),
            (["/dev/null", files[1]], 78, "cannot be used"), ([files[0], readable], 78, "others can read the key"),
        ] {
            let console = try ProgramUnderTest("saybus-console", ["--http", "127.0.0.1:0", "--tls"] + pair)
            #expect(try await console.exitCode() == Int32(code))
            #expect(console.lines(.standardError).contains { $0.contains(reason) }, "\(console.report)")
        }
        let single = try ProgramUnderTest("saybus-console", ["--tls", files[0]])
        #expect(try await single.exitCode() == 64)
    }
}
