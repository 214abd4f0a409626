import SaybusEspeakNG
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusPocketSphinx
@testable import SaybusTranscription

@Suite("Sound without silence")
struct SphinxSoundTests {
    private let sound = SphinxSound(cepstra: [], times: [10, 11, 12, 40, 41])

    @Test("frame indices are converted to times and back")
    func conversion() {
        let found = SphinxHypothesis(segments: [
            .init(word: "a", frames: 0...2, score: 0), .init(word: "b", frames: 3...4, score: 0),
        ])
        let timed = sound.timed(found)
        #expect(timed.segments.map(\.frames) == [10...12, 40...41])
        #expect(sound.indexed(timed) == found)
    }

    @Test("values outside the range are clamped")
    func outside() {
        let found = SphinxHypothesis(segments: [.init(word: "a", frames: 4...9, score: 0)])
        #expect(sound.timed(found).segments[0].frames == 41...41)
        let early = SphinxHypothesis(segments: [.init(word: "a", frames: 0...20, score: 0)])
        #expect(sound.indexed(early).segments[0].frames == 0...3)
        #expect(SphinxSound(cepstra: [], times: []).timed(found) == found)
    }

    @Test(
        "words have the times at which they are said, whatever the silence before and between",
        .enabled(if: PocketSphinxRecognizer.isAvailable, "pocketsphinx-en-us or espeak-ng is not installed"))
    func times() async throws {
        let recognizer = try PocketSphinxRecognizer(model: SphinxModel())
        try await recognizer.configure(Vocabulary(phrases: ["next song [stop the music]"]))
        let first = try SynthesizedSpeech.samples("next song")
        let second = try SynthesizedSpeech.samples("stop the music")
        let samples = SynthesizedSpeech.silence(2) + first + SynthesizedSpeech.silence(2) + second
        let result = try await recognizer.recognize(samples)
        #expect(result.text == "next song stop the music", "\(result)")
        let starts = Dictionary(result.words.map { ($0.word, $0.startMs) }, uniquingKeysWith: { first, _ in first })
        // The synthesizer begins to speak 0.3 s after the start of its sound.
        #expect(abs((starts["next"] ?? 0) - 2300) < 250, "\(result.words)")
        #expect(abs((starts["stop"] ?? 0) - (4300 + first.count / 16)) < 250, "\(result.words)")
    }
}
