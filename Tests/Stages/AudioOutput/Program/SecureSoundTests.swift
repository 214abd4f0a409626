import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@Suite(
    "Sounds of https servers",
    .enabled(if: access("/usr/bin/openssl", X_OK) == 0, "openssl is installed"), .timeLimit(.minutes(1)))
struct SecureSoundTests {
    /// A server that makes the sound that it serves, at a free port.
    private static let server = """
        import http.server, os, ssl, sys, wave
        os.chdir(sys.argv[1])
        with wave.open("tone.wav", "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(16000)
            file.writeframes(bytes([0, 16, 0, 240]) * 4000)
        server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("cert.pem", "key.pem")
        server.socket = context.wrap_socket(server.socket, server_side=True)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    @Test("are played when the authority is that of SSL_CERT_FILE, and else the report says what to do")
    func authority() async throws {
        let folder = try TemporaryFolder()
        let certificate = folder.path("cert.pem")
        let maker = try ProgramUnderTest(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-out", certificate, "-keyout",
                folder.path("key.pem"),
            ])
        #expect(try await maker.exitCode() == 0)
        let server = try ProgramUnderTest(TestEngine.python, ["-c", Self.server, folder.path])
        let port = try await server.line { Int($0) != nil }
        for (environment, problem) in [
            ([:], "update-ca-certificates"), (["SSL_CERT_FILE": certificate], nil),
            (["SSL_CERT_FILE": "/dev/null"], "SSL_CERT_FILE"),
        ] as [([String: String], String?)] {
            let audio = try await AudioProgram(["--sink", "null"], environment: environment)
            let id = try audio.play(AudioSequence([.file(.init("https://localhost:\(port)/tone.wav"))]))
            let end = try await audio.end(of: id).playback
            if let problem {
                #expect(end.reason?.contains(problem) == true, "\(end)")
            } else {
                #expect(end.state == .finished && end.reason == nil, "\(end)")
            }
        }
    }
}
