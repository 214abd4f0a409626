import Foundation
import SaybusEspeakNG
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusTranscription

@Suite("Requirements on every engine", .enabled(if: SynthesizedSpeech.isAvailable, "espeak-ng is not installed"))
struct EngineConformanceTests {
    private static let engines = EngineUnderTest.all
    private let helper = EngineUnderTest.Helper()
    private let music = Vocabulary(catalogs: [
        Catalog(app: "music", commands: [.init(type: "C", patterns: ["next song", "stop the music"])])
    ])

    private func recognizer(_ engine: EngineUnderTest) async throws -> any SpeechRecognizer {
        let recognizer = try await engine.make(helper)
        try await recognizer.configure(music)
        return recognizer
    }

    private func turn(_ recognizer: any SpeechRecognizer, _ samples: [Int16]) async throws -> RecognitionResult {
        try await recognizer.begin()
        try await accept(samples, recognizer)
        return try await recognizer.finish()
    }

    private func accept(_ samples: [Int16], _ recognizer: any SpeechRecognizer) async throws {
        for start in stride(from: 0, to: samples.count, by: 1600) {
            _ = try await recognizer.accept(Array(samples[start..<min(start + 1600, samples.count)]))
        }
    }

    @Test(
        "speech becomes lower-case words with a confidence, the engine's name and the vocabulary's revision",
        arguments: engines)
    func speech(_ engine: EngineUnderTest) async throws {
        let recognizer = try await recognizer(engine)
        for _ in 1...3 {
            let result = try await turn(recognizer, SynthesizedSpeech.samples("next song"))
            #expect(result.text == "next song", "\(result)")
            #expect(result.confidence > 0 && result.confidence <= 1)
            #expect(result.engine == engine.name && result.catalogRevision == music.revision && result.empty == nil)
            #expect(result.words.allSatisfy { $0.startMs <= $0.endMs })
        }
    }

    @Test("a call outside a turn is refused and does not affect the next turn", arguments: engines)
    func outside(_ engine: EngineUnderTest) async throws {
        let recognizer = try await recognizer(engine)
        await recognizer.cancel()
        await #expect(throws: TranscriptionError.self) { try await recognizer.accept([1, 2, 3]) }
        await #expect(throws: TranscriptionError.self) { try await recognizer.finish() }
        #expect(try await turn(recognizer, SynthesizedSpeech.samples("next song")).text == "next song")
        await #expect(throws: TranscriptionError.self) { try await recognizer.finish() }
    }

    @Test("a stopped recognizer has no open turn and no background work", arguments: engines)
    func stop(_ engine: EngineUnderTest) async throws {
        let recognizer = try await recognizer(engine)
        try await recognizer.begin()
        try await accept(SynthesizedSpeech.samples("next song"), recognizer)
        await recognizer.stop()
        await #expect(throws: TranscriptionError.self) { try await recognizer.finish() }
        await recognizer.stop()
    }

    @Test("silence and missing sound give an empty text with the reason silence", arguments: engines)
    func silence(_ engine: EngineUnderTest) async throws {
        let recognizer = try await recognizer(engine)
        for samples in [SynthesizedSpeech.silence(1), []] {
            let result = try await turn(recognizer, samples)
            #expect(result.text.isEmpty && result.empty == .silence && result.confidence == 0)
        }
    }

    @Test("a cancelled or replaced turn does not affect the next one", arguments: engines)
    func cancelled(_ engine: EngineUnderTest) async throws {
        let recognizer = try await recognizer(engine)
        try await recognizer.begin()
        try await accept(SynthesizedSpeech.samples("next song"), recognizer)
        await recognizer.cancel()
        await #expect(throws: TranscriptionError.self) { try await recognizer.finish() }
        try await recognizer.begin()
        try await accept(SynthesizedSpeech.samples("next song"), recognizer)
        let result = try await turn(recognizer, SynthesizedSpeech.silence(1))
        #expect(result.text.isEmpty && result.empty == .silence)
        #expect(try await turn(recognizer, SynthesizedSpeech.samples("next song")).text == "next song")
    }

    @Test("an open turn keeps its vocabulary, and the next one has the new vocabulary", arguments: engines)
    func change(_ engine: EngineUnderTest) async throws {
        let recognizer = try await recognizer(engine)
        var other = music
        other.catalogs[0] = Catalog(app: "player", commands: music.catalogs[0].commands)
        try await recognizer.begin()
        try await recognizer.configure(other)
        try await accept(SynthesizedSpeech.samples("next song"), recognizer)
        #expect(try await recognizer.finish().catalogRevision == music.revision)
        #expect(try await turn(recognizer, SynthesizedSpeech.samples("next song")).catalogRevision == other.revision)
    }

    @Test("sound beyond a minute is dropped, and the result reports it", arguments: engines)
    func long(_ engine: EngineUnderTest) async throws {
        let recognizer = try await recognizer(engine)
        let result = try await turn(recognizer, SynthesizedSpeech.samples("next song") + SynthesizedSpeech.silence(62))
        #expect(result.problem?.contains("60 s") == true, "\(result)")
    }

    @Test("clipping, white noise and a single sample cause no error", arguments: engines)
    func hardSound(_ engine: EngineUnderTest) async throws {
        let recognizer = try await recognizer(engine)
        var state: UInt32 = 7
        let noise = (0..<16_000).map { _ -> Int16 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(truncatingIfNeeded: state >> 16)
        }
        let square = (0..<16_000).map { $0 / 40 % 2 == 0 ? Int16.max : Int16.min }
        for samples in [noise, square, [1]] { _ = try await turn(recognizer, samples) }
        #expect(try await turn(recognizer, SynthesizedSpeech.samples("next song")).text == "next song")
    }
}
