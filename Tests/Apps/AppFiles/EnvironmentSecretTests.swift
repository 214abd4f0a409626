import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Secrets in environment variables", .timeLimit(.minutes(1)))
struct EnvironmentSecretTests {
    @Test(
        "a secret in a variable of an action or of the stage is in no message and no log, whether the program fails or not",
        arguments: [0, 3])
    func secrets(code: Int) async throws {
        let secrets = ["action-secret-7f3a", "stage-secret-91bc", "own-secret-55de"]
        let harness = try await AppHarness(
            """
            app: lights
            commands:
              Switch:
                patterns: [switch]
                do:
                  - exec:
                      run: [sh, -c, 'test -n "$API_KEY" && echo "${{HOME_TOKEN:-none}} ${{SAYBUS_TOKEN:-none}}"; exit \(code)']
                      environment: {API_KEY: "\(secrets[0])"}
                  - speak: "{output}"
            """, options: ["--log-level", "trace"],
            environment: ["HOME_TOKEN": secrets[1], "SAYBUS_TOKEN": secrets[2]])
        let end = try await harness.say("switch")
        #expect(end.outcome == (code == 0 ? .handled : .failed), "\(end)")
        // The program has the action's variable, and neither of the stage's.
        if code == 0 { #expect(end.spoken == "none none", "\(end)") }
        harness.dispatch.send(SIGTERM)
        #expect(try await harness.dispatch.exitCode() == 0)
        let messages = harness.recorder.messages
        #expect(messages.contains { $0.header.kind == CommandInvoked.kind })
        #expect(messages.contains { $0.header.kind == StageStatus.kind })
        for secret in secrets {
            #expect(!harness.dispatch.report.contains(secret), "\(secret)")
            for message in messages {
                #expect(!String(decoding: message.body, as: UTF8.self).contains(secret), "\(message.header.kind)")
            }
        }
    }
}
