import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusAppFiles

@Suite("Secrets by name", .timeLimit(.minutes(1)))
struct SecretFileTests {
    @Test(
        "a secret of a file or of the environment reaches server and program, and no message, log or words, though both repeat it",
        arguments: ["200 OK", "500 Internal Server Error"])
    func hidden(status: String) async throws {
        let secrets = ["file-secret-7f3a", "environment-secret-91bc"]
        let server = try WebServer { _ in WebServer.answer("Bearer \(secrets[0]) is yours.", status: status) }
        let harness = try await AppHarness(
            """
            app: web
            secrets: web.secrets
            commands:
              Fetch:
                patterns: [fetch]
                do:
                  - exec:
                      run: [sh, -c, 'echo "$KEY"']
                      environment: {KEY: "<${API_KEY}>"}
                  - speak: "{output}"
                  - http: {url: "\(server.address)/", bearer: "${TOKEN}", headers: {X-Key: "a ${API_KEY}"}}
                  - speak: "{output}"
            """, options: ["--log-level", "trace"], environment: ["API_KEY": secrets[1]],
            files: ["web.secrets": "# of the server\nTOKEN=\(secrets[0])\n"])
        let end = try await harness.say("fetch")
        #expect(end.outcome == (status.hasPrefix("200") ? .handled : .failed), "\(end)")
        #expect(end.spoken?.hasPrefix("<[API_KEY]>") == true, "\(end)")
        if status.hasPrefix("200") { #expect(end.spoken?.contains("Bearer [TOKEN] is yours.") == true, "\(end)") }
        let request = try #require(server.requests.first)
        #expect(
            request.contains("Authorization: Bearer \(secrets[0])\r\n")
                && request.contains("X-Key: a \(secrets[1])\r\n"))
        harness.dispatch.send(SIGTERM)
        #expect(try await harness.dispatch.exitCode() == 0)
        for secret in secrets {
            #expect(!harness.dispatch.report.contains(secret), "\(secret)")
            for message in harness.recorder.messages {
                #expect(!String(decoding: message.body, as: UTF8.self).contains(secret), "\(message.header.kind)")
            }
        }
    }

    @Test("a program is told the bus, the session, the turn and the command")
    func environment() async throws {
        let harness = try await AppHarness(
            """
            app: k
            commands:
              Tell:
                patterns: [tell me]
                do:
                  - exec: [sh, -c, 'echo "$SAYBUS_BUS $SAYBUS_SESSION $SAYBUS_COMMAND $SAYBUS_TURN"']
                  - log: "{turn}"
                  - speak: "{output}"
              Long:
                patterns: [long]
                do:
                  - exec: {run: [echo, "one two three"], maximum-length: 7}
                  - speak: "{output}"
            """)
        let hall = try #require(Session(rawValue: "hall"))
        let end = try await harness.say("tell me", in: hall)
        let words = end.spoken?.split(separator: " ").map(String.init) ?? []
        #expect(
            words.count == 4 && words[0] == harness.test.address.url && Array(words[1...2]) == ["hall", "Tell"],
            "\(end)")
        #expect(
            harness.recorder.all(TurnEnded.self).contains { "\($0.header.turn.map { "\($0)" } ?? "")" == words.last })
        #expect(try await harness.say("long").spoken?.hasPrefix("one two three") == false)
    }

    @Test("a file that others can read, a name that is nowhere, and a secret that would be spoken are refused in words")
    func refused() throws {
        let folder = try TemporaryFolder()
        try folder.write("open.secrets", "TOKEN=abc123\n", mode: 0o644)
        try folder.write("bad.secrets", "TOKEN abc123\n", mode: 0o600)
        func problems(_ secrets: String, _ action: String) -> String {
            do throws(AppFileError) {
                _ = try App(
                    yaml: "app: k\n\(secrets)\ncommands: {Go: {patterns: [go], do: [{\(action)}]}}", file: "k.yaml",
                    folder: folder.path)
                return ""
            } catch {
                return error.description
            }
        }
        let use = "http: {url: 'http://h/', bearer: '${TOKEN}'}"
        #expect(
            problems("secrets: open.secrets", use).contains("has the mode 644, so that others can read it: chmod 600"))
        let bad = problems("secrets: bad.secrets", use)
        #expect(bad.contains("line 1 of") && !bad.contains("abc123"), "\(bad)")
        #expect(problems("secrets: none.secrets", use).contains("cannot be read: No such file or directory"))
        #expect(problems("secrets: .", use).contains("cannot be read: Is a directory"))
        #expect(problems("", use).contains("there is no secret TOKEN: set it in the environment"))
        for action in ["speak: 'x ${HOME}'", "log: '${HOME}'", "publish: {kind: a.b, body: {a: '${HOME}'}}"] {
            #expect(problems("", action).contains("would be seen or heard here"), "\(action)")
        }
        // A dollar sign before a value is a dollar sign.
        #expect(problems("", "speak: 'It is ${{x}} dollars.'") == "")
    }

    @Test("secrets are in no description of an app")
    func description() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.secrets", "TOKEN=never-shown\n", mode: 0o600)
        let app = try App(
            yaml:
                "app: k\nsecrets: a.secrets\ncommands: {Go: {patterns: [go], do: [{http: {url: 'http://h', bearer: '${TOKEN}'}}]}}",
            file: "k.yaml", folder: folder.path)
        #expect(app.secrets.values == ["TOKEN": "never-shown"])
        var text = ""
        dump(app, to: &text)
        #expect(!text.contains("never-shown") && !"\(app)".contains("never-shown"))
    }
}
