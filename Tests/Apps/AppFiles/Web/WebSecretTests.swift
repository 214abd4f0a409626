import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Secrets of an app's requests", .timeLimit(.minutes(1)))
struct WebSecretTests {
    @Test(
        "a secret in the query, the headers or the body of a request is in no message and in no log, whatever the server says",
        arguments: ["200 OK", "500 Internal Server Error"])
    func quoted(status: String) async throws {
        let secrets = ["query-secret-7f3a", "header-secret-91bc", "body-secret-55de"]
        let server = try WebServer { _ in WebServer.answer("Done.", status: status) }
        let harness = try await AppHarness(
            """
            app: web
            commands:
              Fetch:
                patterns: [fetch]
                do:
                  - http:
                      url: "\(server.address)/"
                      method: POST
                      query: {key: "\(secrets[0])"}
                      headers: {Authorization: "Bearer \(secrets[1])"}
                      body: {password: "\(secrets[2])"}
                  - speak: "{output}"
            """, options: ["--log-level", "trace"])
        let end = try await harness.say("fetch")
        #expect(end.outcome == (status.hasPrefix("200") ? .handled : .failed), "\(end)")
        #expect(await server.isAsked(within: .seconds(20)))
        harness.dispatch.send(SIGTERM)
        #expect(try await harness.dispatch.exitCode() == 0)
        let messages = harness.recorder.messages
        #expect(messages.contains { $0.header.kind == CommandInvoked.kind })
        for secret in secrets {
            #expect(!harness.dispatch.report.contains(secret), "\(secret)")
            for message in messages {
                #expect(!String(decoding: message.body, as: UTF8.self).contains(secret), "\(message.header.kind)")
            }
        }
    }
}
