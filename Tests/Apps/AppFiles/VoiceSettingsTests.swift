import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("The voice of a YAML app", .timeLimit(.minutes(1)))
struct VoiceSettingsTests {
    private static let yaml = """
        app: k
        commands:
          SetSpeechVolume: {standard: true}
          DecreaseSpeechVolume: {standard: true}
        """

    @Test("its settings survive a kill, and an audio stage that is found gets them")
    func kept() async throws {
        let harness = try await AppHarness(Self.yaml)
        let first = try await harness.say("set the volume to forty percent")
        #expect(first.spoken == "The volume is 40 percent.")
        let before = try #require(await harness.recorder.first(AudioControl.self))
        harness.dispatch.send(SIGKILL)
        _ = try await harness.dispatch.exitCode(within: .seconds(5))
        let again = try await harness.startAgain()
        let control = await harness.recorder.first(AudioControl.self) { $0.header.run != before.header.run }
        #expect(control?.body == AudioControl(.volume, value: 0.4))
        #expect(try await harness.say("speak more quietly").spoken == "The volume is 20 percent.")
        again.send(SIGTERM)
        _ = try await again.exitCode()
    }
}
