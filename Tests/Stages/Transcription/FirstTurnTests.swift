import Foundation
import SaybusBus
import SaybusEspeakNG
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusTranscription

@Suite("The first turn")
struct FirstTurnTests {
    @Test(
        "a turn that begins before any app has come is heard with the words of one that comes while the engine loads",
        .enabled(if: PocketSphinxRecognizer.isAvailable))
    func lateApp() async throws {
        let test = try TestBus()
        let client = try test.connect(.dispatch)
        let transcripts = client.subscribe(SpeechTranscript.self)
        try await client.ready()
        let stage = try ProgramUnderTest("saybus-transcribe", ["--bus", test.address.url])
        try await stage.ready()
        stage.send(SIGSTOP)
        let turn = TurnID()
        try client.publish(SpeechStarted(positionMs: 0), turn: turn)
        // The catalog is behind the beginning of the turn, but here when the engine has loaded for it.
        try client.publish(Catalog.kitchen())
        let samples = try SynthesizedSpeech.samples("set a timer for twenty minutes")
        let chunks = stride(from: 0, to: samples.count, by: 1600).map { samples[$0..<min($0 + 1600, samples.count)] }
        for (index, chunk) in chunks.enumerated() {
            let bytes = chunk.withUnsafeBufferPointer { Array(UnsafeRawBufferPointer($0)) }
            try client.publish(AudioInput(index: index, isLast: index == chunks.count - 1, samples: bytes), turn: turn)
        }
        try client.publish(
            SpeechEnded(durationMs: samples.count / 16, reason: .silence, chunks: chunks.count), turn: turn)
        stage.send(SIGCONT)
        let transcript = await transcripts.first(within: .seconds(20))?.body
        #expect(transcript?.text == "set a timer for twenty minutes", "\(stage.report)")
        #expect(transcript?.catalogRevision?.hasPrefix("kitchen@") == true)
        stage.send(SIGTERM)
        #expect(try await stage.exitCode(within: .seconds(10)) == 0)
    }

    @Test(
        "without an app, the first turn is dictation, for which the language model is loaded then",
        .enabled(if: PocketSphinxRecognizer.isAvailable))
    func dictation() async throws {
        let recognizer = try await PocketSphinxRecognizer.make(.dictation)
        let result = try await recognizer.recognize(SynthesizedSpeech.samples("what time is it"))
        #expect(!result.text.isEmpty && result.catalogRevision == nil && result.problem == nil)
        await recognizer.stop()
    }
}
