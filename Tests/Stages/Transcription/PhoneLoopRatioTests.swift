import Testing

@testable import SaybusPocketSphinx
@testable import SaybusTranscription

@Suite("Comparison of quiet commands with a phone loop")
struct PhoneLoopRatioTests {
    /// Returns a buzz of a second, softer behind some frames.
    private func buzz(loudFrames: Int, then level: Int16 = 8_000) -> [Int16] {
        (0..<16_000).map { index -> Int16 in
            let loudness = index < loudFrames * SphinxHypothesis.frameLength ? 8_000 : level
            return index / 50 % 2 == 0 ? loudness : -loudness
        }
    }

    @Test("a command is likely whose words fit about as well as phones do, and doubtful where phones fit far better")
    func words() throws {
        let phones = SphinxHypothesis(words: [("*S", 25, -40), ("*AA", 25, -40)])
        func probability(_ score: Int) throws -> Double {
            let fit = SphinxHypothesis(words: [("lights", 30, score), ("on", 20, score)])
            return try #require(PhoneLoopRatio(of: fit, beside: phones, in: buzz(loudFrames: 50))).probability
        }
        #expect(try probability(-42) > 0.9)
        #expect(try probability(-61) > 0.5 && probability(-63) < 0.5)
        #expect(try SphinxConfidence.threshold..<0.5 ~= probability(-80))
    }

    @Test("other speech beside words that fit makes a command doubtful, and softer sound does not")
    func beside() throws {
        let phones = SphinxHypothesis(words: [("*S", 50, -40), ("*AA", 50, -40)])
        let fit = SphinxHypothesis(words: [("never", 20, -40), ("mind", 30, -40), ("[NOISE]", 50, -100)])
        let speech = try #require(PhoneLoopRatio(of: fit, beside: phones, in: buzz(loudFrames: 100)))
        #expect(speech.lead == -60)
        #expect(SphinxConfidence.threshold..<0.5 ~= speech.probability)
        let soft = try #require(PhoneLoopRatio(of: fit, beside: phones, in: buzz(loudFrames: 50, then: 1_000)))
        #expect(soft.lead == 0 && soft.probability > 0.9)
    }

    @Test("sound within a command counts")
    func within() throws {
        let phones = SphinxHypothesis(words: [("*S", 100, -40)])
        let fit = SphinxHypothesis(words: [("lights", 25, -40), ("[NOISE]", 50, -90), ("on", 25, -40)])
        let ratio = try #require(PhoneLoopRatio(of: fit, beside: phones, in: buzz(loudFrames: 100)))
        #expect(ratio.lead == -50)
    }

    @Test("without words there is no comparison")
    func nothing() {
        let phones = SphinxHypothesis(words: [("*IY", 20, -40)])
        #expect(PhoneLoopRatio(of: SphinxHypothesis(words: []), beside: phones, in: []) == nil)
        #expect(PhoneLoopRatio(of: SphinxHypothesis(words: [("<sil>", 20, -40)]), beside: phones, in: []) == nil)
    }
}
