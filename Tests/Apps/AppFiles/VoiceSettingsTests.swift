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
          SetVoice: {standard: true}
        """

    @Test("its settings survive a kill, and an audio stage that starts gets them")
    func kept() async throws {
        let harness = try await AppHarness(Self.yaml)
        let first = try await harness.say("set the volume to forty percent")
        #expect(first.spoken == "The volume is 40 percent.")
        harness.dispatch.send(SIGKILL)
        _ = try await harness.dispatch.exitCode()
        let again = try await harness.startAgain()
        #expect(try await harness.say("speak more quietly").spoken == "The volume is 20 percent.")
        let quieter = try #require(await harness.recorder.first(AudioControl.self) { $0.body.value == 0.2 })
        // Its first status is an arrival.
        try harness.audio.fallSilent()
        let restored = await harness.recorder.first(AudioControl.self) {
            $0.body.value == 0.2 && $0.header.id != quieter.header.id
        }
        #expect(restored?.body == AudioControl(.volume, value: 0.2))
        again.send(SIGTERM)
        _ = try await again.exitCode()
    }

    @Test("a voice that the audio stage does not have is not used, and the user is told")
    func unknownVoice() async throws {
        let harness = try await AppHarness(Self.yaml)
        harness.audio.hold()
        let turn = TurnID()
        try harness.client.publish(
            SpeechTranscript(text: "use the voice kim", confidence: 1, engine: "text"), turn: turn)
        let trial = await harness.recorder.first(AudioSequence.self)
        #expect(trial?.body.events == [.speech(.init("This is my voice now.", voice: "kim"))])
        _ = try #require(await harness.recorder.first(AudioPlayback.self) { $0.body.state == .started })
        try harness.audio.end(as: .skipped, reason: "there is no such voice")
        _ = try #require(
            await harness.recorder.first(AudioSequence.self) { $0.body.spokenText == "I have no voice called kim." })
        _ = try #require(
            await harness.recorder.first(AudioPlayback.self) {
                $0.body.state == .started && $0.body.sequence != trial?.header.id
            })
        try harness.audio.release()
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == turn }
        #expect(end?.body.outcome == .handled && end?.body.spoken == "I have no voice called kim.")
        #expect(harness.recorder.bodies(AudioControl.self).isEmpty)
        #expect(try await harness.say("use the voice slt").spoken == "This is my voice now.")
        let control = await harness.recorder.first(AudioControl.self)
        #expect(control?.body == AudioControl(.voice, voice: "slt"))
    }
}
