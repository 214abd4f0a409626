import Testing

@testable import SaybusPocketSphinx
@testable import SaybusTranscription

@Suite("Hypotheses")
struct HypothesisTests {
    private func segments(_ words: [(String, Int)], score: Int = -10) -> [SphinxHypothesis.Segment] {
        var frame = 0
        return words.map { word, length in
            defer { frame += length }
            return .init(word: word, frames: frame...frame + length - 1, score: score * length)
        }
    }

    @Test("fillers and pronunciation numbers are not in the text")
    func text() {
        let words = segments([("<sil>", 10), ("read(2)", 20), ("[NOISE]", 5), ("it", 10), ("(NULL)", 1)])
        #expect(SphinxHypothesis(segments: words).text == "read it")
    }

    @Test("adjacent phones form one run, and words replace them")
    func open() {
        let words = segments([("call", 20), ("<sil>", 5), ("*AA", 8), ("*B", 8), ("now", 10), ("*K", 4)])
        let hypothesis = SphinxHypothesis(segments: words)
        #expect(hypothesis.openStretches == [20...40, 51...54])
        #expect(hypothesis.text == "call now")
        #expect(hypothesis.isOpen && !hypothesis.isDictated)
        #expect(SphinxHypothesis(segments: segments([("<sil>", 5), ("*AA", 8)])).isDictated)
        let anna = SphinxHypothesis.Segment(word: "anna", frames: 25...40, score: 0)
        #expect(hypothesis.replacingPhones(with: [[anna], []]).text == "call anna now")
        #expect(hypothesis.replacingPhones(with: []).text == "call now")
    }

    @Test("confidence falls with the score, and with one word that fits badly", arguments: [false, true])
    func confidence(isQuiet: Bool) {
        func confidence(_ words: [SphinxHypothesis.Segment]) -> Double {
            SphinxConfidence.careful(isQuiet: isQuiet).confidence(of: SphinxHypothesis(segments: words))
        }
        let good = segments([("turn", 30), ("on", 20)], score: -20)
        var mixed = good
        mixed[1].score = -20 * 100
        #expect(confidence(good) > confidence(mixed))
        #expect(confidence(mixed) > confidence(segments([("turn", 30), ("on", 20)], score: -120)))
        #expect(confidence([]) == 0)
        #expect(confidence(segments([("<sil>", 30), ("*AA", 4)])) == 0)
        #expect(confidence(segments([("x", 1)], score: Int(Int32.min))) >= 0)
    }

    @Test("in a loud room a word stretched over other speech lowers the confidence, a word of many phones less so")
    func stretchedWord() {
        let measure = SphinxConfidence.careful(isQuiet: false)
        let ways = [
            "stop": ["S", "T", "AA", "P"],
            "refrigerator": ["R", "AH", "F", "R", "IH", "JH", "ER", "EY", "T", "ER"],
        ].mapValues { [Pronunciation($0)].compactMap(\.self) }
        func confidence(_ word: String, frames: Int) -> Double {
            measure.confidence(of: SphinxHypothesis(segments: segments([(word, frames)], score: -50)), ways)
        }
        #expect(confidence("stop", frames: 40) > confidence("stop", frames: 90))
        #expect(confidence("stop", frames: 90) < confidence("refrigerator", frames: 90))
    }

    @Test("in a loud room words that fit badly lower the confidence, although the noise around them costs nothing")
    func cheapNoise() {
        let measure = SphinxConfidence.careful(isQuiet: false)
        func confidence(words: Int, noise: Int) -> Double {
            let around = segments([("<sil>", 50)], score: noise)
            let heard = segments([("turn", 30), ("on", 20)], score: words)
            return measure.confidence(of: SphinxHypothesis(segments: around + heard))
        }
        #expect(confidence(words: -55, noise: -25) >= SphinxConfidence.threshold)
        #expect(confidence(words: -80, noise: 0) < SphinxConfidence.threshold)
    }

    @Test("between words, a pause costs nothing and other sound much; sound before and after the words costs little")
    func stray() {
        func confidence(between: Int, beside: Int = -20) -> Double {
            let around = segments([("<sil>", 10)], score: beside)
            let words =
                segments([("turn", 40)], score: -50) + segments([("<sil>", 40)], score: between)
                + segments([("on", 30)], score: -50)
            return SphinxConfidence.careful(isQuiet: true).confidence(of: .init(segments: around + words + around))
        }
        #expect(confidence(between: -20) >= 0.9)
        #expect(confidence(between: -160) < SphinxConfidence.threshold)
        #expect(confidence(between: -20, beside: -160) >= 0.5)
    }

    @Test("words of correction after a command count when they fit, last, and are about as loud as the command")
    func correction() {
        func follows(_ tail: [(String, Int)], score: Int = -40, level: Int16 = 8_000) -> Bool {
            let found = SphinxHypothesis(segments: segments([("turn", 30), ("on", 20)] + tail, score: score))
            let samples = (0..<16_000).map { index -> Int16 in
                let loudness: Int16 = index < 50 * SphinxHypothesis.frameLength ? 8_000 : level
                return index / 50 % 2 == 0 ? loudness : -loudness
            }
            return SpokenCorrection.follows(found, in: samples)
        }
        #expect(follows([("[no]", 20), ("<sil>", 5), ("[wait]", 25)]))
        #expect(!follows([("[no]", 20), ("[wait]", 25)], score: -80))
        #expect(!follows([("[no]", 20), ("[wait]", 25)], level: 1_000))
        #expect(!follows([("[no]", 30)]) && !follows([("[please]", 45)]) && !follows([]))
        #expect(!follows([("[no]", 20), ("[wait]", 25), ("now", 5)]))
    }

    @Test("words of correction that the search has found count without scores of the sound, in a quiet room")
    func correctionWithoutScores() {
        func confidence(isQuiet: Bool, _ tail: [(String, Int)]) -> Double {
            let words = segments([("turn", 30), ("on", 20)] + tail, score: -40)
            let finding = SphinxCommandSearch.Finding(
                hypothesis: SphinxHypothesis(segments: words), confidence: 0.9,
                sound: SphinxSound(cepstra: [], times: []), isQuiet: isQuiet, means: nil)
            let samples = (0..<16_000).map { Int16($0 / 50 % 2 == 0 ? 8_000 : -8_000) }
            return UtteranceVerifier.withoutScores(finding, samples).confidence
        }
        let correction = [("[no]", 20), ("[wait]", 25)]
        #expect(confidence(isQuiet: true, correction) == SpokenCorrection.confidence)
        #expect(confidence(isQuiet: false, correction) == 0.9 && confidence(isQuiet: true, []) == 0.9)
    }

    @Test("a prohibition or a question before a command counts when it fits, lasts, and is about as loud")
    func objection() {
        func precedes(_ head: [(String, Int)], score: Int = -40, level: Int16 = 8_000) -> Bool {
            let found = SphinxHypothesis(segments: segments(head + [("turn", 30), ("on", 20)], score: score))
            let length = head.reduce(0) { $0 + $1.1 } * SphinxHypothesis.frameLength
            let samples = (0..<16_000).map { index -> Int16 in
                let loudness: Int16 = index < length ? level : 8_000
                return index / 50 % 2 == 0 ? loudness : -loudness
            }
            return SpokenCorrection.precedes(found, in: samples)
        }
        #expect(precedes([("<sil>", 10), ("[dont]", 25)]) && precedes([("[please]", 30), ("[do-not](2)", 30)]))
        #expect(precedes([("[did-you]", 30), ("[uh]", 5)]))
        #expect(!precedes([("[dont]", 25)], score: -95) && !precedes([("[dont]", 30)], level: 1_000))
        #expect(!precedes([("[dont]", 10)]) && !precedes([("[please]", 45)]) && !precedes([]))
        #expect(!precedes([("light", 20), ("[dont]", 30)]))
    }

    @Test("speech after a command counts when it is long and fits worse than the command, and is about as loud")
    func speechAfterCommand() {
        func follows(_ tail: [(String, Int)], score: Int, level: Int16 = 8_000) -> Bool {
            let command = [("turn", 30), ("on", 20)]
            let found = segments(command, score: -40)
            let more = segments(command + tail, score: score).dropFirst(2)
            let samples = (0..<24_000).map { index -> Int16 in
                let loudness: Int16 = index < 50 * SphinxHypothesis.frameLength ? 8_000 : level
                return index / 50 % 2 == 0 ? loudness : -loudness
            }
            return SpeechAfterCommand.follows(SphinxHypothesis(segments: found + more), in: samples)
        }
        #expect(follows([("[then]", 30), ("[for-me]", 40)], score: -65))
        #expect(follows([("<sil>", 45)], score: -80))
        #expect(!follows([("[thank-you]", 70)], score: -50) && !follows([("[no]", 30)], score: -80))
        #expect(!follows([("<sil>", 90)], score: -20) && !follows([], score: -80))
        #expect(!follows([("[then]", 30), ("[for-me]", 40)], score: -65, level: 1_000))
    }

    @Test("sound beside the words is as loud as they are only beyond the edges of the words")
    func surroundings() {
        func areLoud(_ loud: Range<Int>) -> Bool {
            let found = SphinxHypothesis(segments: segments([("<sil>", 50), ("stop", 50), ("<sil>", 50)]))
            let samples = (0..<150 * SphinxHypothesis.frameLength).map { index -> Int16 in
                let loudness: Int16 = loud.contains(index / SphinxHypothesis.frameLength) ? 8_000 : 10
                return index / 50 % 2 == 0 ? loudness : -loudness
            }
            return found.hasLoudSurroundings(in: samples)
        }
        #expect(areLoud(10..<100) && areLoud(50..<140))
        #expect(!areLoud(50..<100) && !areLoud(45..<105))
    }

    @Test("in a loud room a fit that is too weak for one word suffices for many")
    func manyWords() {
        func confidence(words: Int) -> Double {
            let heard = segments((0..<words).map { ("word\($0)", 30) }, score: -74)
            return SphinxConfidence.careful(isQuiet: false).confidence(of: SphinxHypothesis(segments: heard))
        }
        #expect(confidence(words: 1) < SphinxConfidence.threshold)
        #expect(confidence(words: 6) >= SphinxConfidence.threshold)
    }

    @Test("a word spoken impossibly fast lowers the confidence", arguments: [false, true])
    func haste(isQuiet: Bool) {
        let ways = ["latte": [Pronunciation(["L", "AA", "T", "EY"])].compactMap(\.self)]
        func confidence(frames: Int) -> Double {
            SphinxConfidence.careful(isQuiet: isQuiet)
                .confidence(of: SphinxHypothesis(segments: segments([("latte", frames)], score: -85)), ways)
        }
        #expect(confidence(frames: 12) < confidence(frames: 32) / 2)
    }

    @Test("frames dropped as silence do not count")
    func droppedFrames() {
        let sound = SphinxSound(cepstra: [], times: Array(0..<20) + Array(60..<100))
        let found = SphinxHypothesis(
            segments: segments([("<sil>", 30)], score: -90) + [.init(word: "help", frames: 30...59, score: -30 * 70)])
        let measure = SphinxConfidence.careful(isQuiet: true)
        #expect(sound.timed(found).segments.map(\.frames) == [0...69, 70...99])
        #expect(sound.timed(found).segments.map(\.scoredFrames) == [30, 30])
        #expect(measure.confidence(of: sound.timed(found)) == measure.confidence(of: found))
    }
}
