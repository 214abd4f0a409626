import SaybusStatisticalMatching
import SaybusSupport
import Testing

@Suite("The statistical model")
struct StatisticalModelTests {
    private static let learnt = Result { try StatisticalModel(Samples.household) }

    private func model() throws -> StatisticalModel { try Self.learnt.get() }

    @Test("the training samples are recognized, with their slots")
    func samples() throws {
        let model = try model()
        for sample in Samples.household where sample.intent != nil {
            let reading = try #require(model.recognize(sample.text).first, "\(sample.text)")
            #expect(reading.intent == sample.intent)
            #expect(Set(reading.slots) == Set(sample.slots), "\(sample.text)")
        }
    }

    @Test(
        "similar texts are recognized, with any capitals",
        arguments: [
            ("PLAY some Blues", "Play", ["Blues"]), ("turn the lights on in the kitchen", "Light", ["kitchen"]),
            ("set the timer for thirty minutes", "Timer", ["thirty"]),
        ])
    func unseen(_ text: String, _ intent: String, _ values: [String]) throws {
        let reading = try #require(try model().recognize(text).first)
        #expect(reading.intent == intent)
        let scalars = Array(text.unicodeScalars)
        #expect(reading.slots.map { scalars[$0.range].map(String.init).joined() } == values)
    }

    @Test(
        "out-of-scope texts are rejected",
        arguments: [
            "the cat has been asleep all day", "who is the president", "my back hurts again", "abracadabra", "", " \n",
            "?!",
            "ça ne marche pas du tout", "こんにちは", "🤷🏽‍♀️",
        ])
    func foreign(_ text: String) throws { #expect(try model().recognize(text).isEmpty) }

    @Test("hypotheses are ranked by confidence, the first is at least 0.5, and all are in 0…1")
    func ranking() throws {
        for sample in Samples.household {
            let readings = try model().recognize(sample.text)
            #expect(readings.map(\.confidence) == readings.map(\.confidence).sorted(by: >))
            #expect(readings.allSatisfy { 0...1 ~= $0.confidence })
            #expect(readings.first.map { $0.confidence >= 0.5 } ?? true)
            #expect(Set(readings.map(\.intent)).count == readings.count)
        }
    }

    @Test("the same samples and the same seed give the same model")
    func deterministic() throws {
        #expect(try StatisticalModel(Samples.household, seed: 7) == StatisticalModel(Samples.household, seed: 7))
        #expect(try StatisticalModel(Samples.household, seed: 7) != StatisticalModel(Samples.household, seed: 8))
    }

    @Test("unusual utterances give slots within the text only", arguments: 0..<40)
    func odd(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let parts = [
            "play", "jazz", "\u{0}", "\u{7F}", "\u{301}", "é", "e\u{301}", "日本", "🎵", "\r\n", "ß", "İ", "1234", "½",
            "٣",
            " ", "\u{2028}", "’s", "timer", "--", "\u{200D}",
        ]
        let text = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
            parts.randomElement(using: &generator) ?? ""
        }.joined(separator: Bool.random(using: &generator) ? " " : "")
        for reading in try model().recognize(text) {
            for slot in reading.slots {
                #expect(slot.range.lowerBound >= 0 && slot.range.upperBound <= text.unicodeScalars.count)
                #expect(!slot.range.isEmpty)
            }
        }
    }

    @Test("ten thousand words are rejected, and a long word is read to its end")
    func long() throws {
        #expect(try model().recognize(Array(repeating: "play jazz", count: 5000).joined(separator: " ")).isEmpty)
        _ = try model().recognize(String(repeating: "x", count: 200_000))
    }

    @Test("a single intent, a single sample, and samples without words can be trained")
    func few() throws {
        let one = try StatisticalModel([Samples.make("Play", "play [jazz](genre)")])
        #expect(one.intents == ["Play"])
        #expect(one.recognize("play jazz").first?.slots.first?.range == 5..<9)
        _ = try StatisticalModel([Sample(text: "", intent: "A"), Sample(text: "...", intent: "B")])
    }

    @Test("samples without an intent cannot be trained")
    func nothing() {
        #expect(throws: SampleError.self) { try StatisticalModel([]) }
        #expect(throws: SampleError.self) { try StatisticalModel([Sample(text: "x", intent: nil)]) }
    }
}
