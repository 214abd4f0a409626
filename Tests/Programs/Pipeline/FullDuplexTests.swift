import Foundation
import SaybusBus
import SaybusEspeakNG
import SaybusMessages
import SaybusSound
import SaybusTesting
import Testing

@Suite(
    "Full duplex: speech during playback", .serialized, .timeLimit(.minutes(4)),
    .enabled(if: PulseServer.isInstalled, Comment(rawValue: PulseServer.requirement)),
    .enabled(if: Utterance.hasSynthesizer && Utterance.hasModel, "espeak-ng and the model are installed"))
struct FullDuplexTests {
    /// An answer of about 25 seconds.
    private static let answer = """
        Tomorrow it will be cloudy in the morning, with some rain in the afternoon, and wind from the west. Your next appointment is at a \
        quarter past eleven, in the house of your sister, who has asked you to bring a cake. In the evening there is a concert in the \
        garden of the museum, for which you have two tickets, and after it the restaurant at the harbour has kept a table for four. \
        Remember to buy bread, butter, apples and a bunch of flowers on the way home.
        """

    @Test("the assistant's own speech starts no turn, and the user's speech over it is understood")
    func overSpeech() async throws {
        let pulse = try await PulseServer()
        let pipeline = try Pipeline()
        var stages = try [Role.broker, .transcribe, .dispatch].map { try pipeline.start($0) }
        // With --drop-own-speech, residual echo that starts a turn is not taken for a command.
        stages.append(
            try ProgramUnderTest("saybus-intent", ["--bus", pipeline.address.url, "--wait", "60", "--drop-own-speech"]))
        stages.append(
            try ProgramUnderTest(
                "saybus-audio", ["--bus", pipeline.address.url, "--wait", "60", "--sink", "device", "--reference"],
                environment: pulse.environment))
        let tap = try pipeline.tap()
        let turns = tap.subscribe(to: [SpeechStarted.self, SpeechTranscript.self, AudioPlayback.self])
        try await tap.ready(within: .seconds(30))
        for stage in stages { try await stage.ready() }
        let listen = try ProgramUnderTest(
            "saybus-listen", ["--bus", pipeline.address.url, "--mic", "--full-duplex"], environment: pulse.environment)
        try await listen.ready()
        let client = try Bus(
            at: pipeline.address, as: Source(role: Role("client"), instance: "test")!, logger: TestBus.quiet)
        try await client.ready()

        let spoken = try client.publish(
            AudioSequence([.speech(.init(Self.answer))], bargeIn: AudioSequence.BargeIn.none))
        // The recording begins with twelve seconds of silence, so that the user speaks during the answer.
        let sentence = try SynthesizedSpeech.samples("turn on the kitchen light", voice: "en-us+f3", speed: 150)
        let wav = pipeline.folder + "/user.wav"
        let sink = try SoundFileSink(path: wav, rate: 16_000)
        try await sink.play(SynthesizedSpeech.silence(12) + sentence)
        await sink.close()

        var isSounding = false
        var (starts, texts): ([Int], [String]) = ([], [])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pulse.play(wav) }
            for await received in turns {
                guard case .message(let message) = received else { continue }
                switch message.header.kind {
                case SpeechStarted.kind: starts.append(try message.decode(SpeechStarted.self).body.positionMs)
                case SpeechTranscript.kind: texts.append(try message.decode(SpeechTranscript.self).body.text)
                default: break
                }
                guard let playback = try? message.decode(AudioPlayback.self).body, playback.sequence == spoken.id,
                    playback.item == nil
                else { continue }
                if playback.state == .started { isSounding = true }
                if playback.state == .finished { break }
                #expect(playback.state != .interrupted && playback.state != .skipped, "\(playback)")
            }
            try await group.waitForAll()
        }
        #expect(isSounding)
        #expect(starts.count == 1, "turns at \(starts) ms")
        #expect(texts == ["turn on the kitchen light"])
        listen.send(SIGTERM)
        #expect(try await listen.exitCode() == 0)
        for stage in stages { stage.send(SIGTERM) }
        await client.close()
    }
}
