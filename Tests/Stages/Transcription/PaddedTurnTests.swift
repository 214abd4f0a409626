import Foundation
import SaybusEspeakNG
import SaybusMessages
import Testing

@testable import SaybusPocketSphinx
@testable import SaybusTranscription

@Suite("Turns that begin or end in the midst of speech")
struct PaddedTurnTests {
    private let speech = (0..<16_000).map { Int16(8_000 * sin(Double($0) * 0.1)) }
    private let margin = PaddedTurn.padding * SphinxHypothesis.frameLength

    @Test("soft noise stands before and after such a turn, the same each time, and nothing beside any other")
    func sound() {
        let padded = PaddedTurn(speech).samples
        #expect(padded.count == speech.count + 2 * margin)
        #expect(Array(padded[margin..<margin + speech.count]) == speech)
        let noise = padded.prefix(margin) + padded.suffix(margin)
        #expect(noise.contains { $0 != 0 } && noise.allSatisfy { abs($0) <= 10 })
        #expect(PaddedTurn(speech).samples == padded)
        let room = [Int16](repeating: 0, count: 1_600)
        #expect(PaddedTurn(room + speech).samples.count == room.count + speech.count + margin)
        #expect(PaddedTurn(room + speech + room).samples == room + speech + room)
        #expect(PaddedTurn([]).samples.isEmpty)
    }

    @Test("words have the times of the turn, and none is outside of it")
    func times() {
        let found = SphinxHypothesis(words: [
            ("<sil>", 5, score: 0), ("lights", 55, score: -20), ("off", 55, score: -20), ("<sil>", 5, score: 0),
        ])
        let frames = PaddedTurn(speech).unpadded(found).segments.map(\.frames)
        #expect(frames == [0...0, 0...49, 50...99, 99...99])
        let room = [Int16](repeating: 0, count: 1_600)
        #expect(PaddedTurn(room + speech + room).unpadded(found) == found)
    }

    @Test(
        "a command that is cut off at its words is understood in the first turn, and its words are within the turn",
        .enabled(if: PocketSphinxRecognizer.isAvailable, "pocketsphinx-en-us or espeak-ng is not installed"),
        arguments: ["turn on the kitchen light", "set a timer for five minutes"])
    func command(_ text: String) async throws {
        let recognizer = try await PocketSphinxRecognizer.make(Vocabulary(catalogs: [.kitchen()]))
        let spoken = try SynthesizedSpeech.samples(text)
        let isLoud = SoundLevel.frames(of: spoken).map { $0 > 300 }
        let first = try #require(isLoud.firstIndex(of: true))
        let last = try #require(isLoud.lastIndex(of: true))
        let cut = Array(spoken[first * SoundLevel.frame..<(last + 1) * SoundLevel.frame])
        let result = try await recognizer.recognize(cut)
        #expect(result.text == text, "\(result)")
        #expect(result.words.allSatisfy { 0 <= $0.startMs && $0.endMs <= cut.count / 16 + 10 }, "\(result.words)")
        await recognizer.stop()
    }
}
