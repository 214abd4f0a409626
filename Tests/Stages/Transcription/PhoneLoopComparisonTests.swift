import SaybusEspeakNG
import Testing

@testable import SaybusPocketSphinx
@testable import SaybusTranscription

@Suite("Comparison of open commands with a phone loop")
struct PhoneLoopComparisonTests {
    @Test("words that fit about as well as phones confirm a command; words that fit worse do not")
    func words() throws {
        let phones = SphinxHypothesis(words: [("*W", 15, -40), ("*IY", 15, -40), ("*N", 30, -40), ("*EH", 20, -50)])
        let said = try #require(
            PhoneLoopComparison(
                of: SphinxHypothesis(words: [("we", 30, -45), ("need", 30, -42), ("*EH", 20, -50)]), beside: phones))
        #expect(abs(said.words + 3.5) < 1e-9 && abs(said.whole + 3.5) < 1e-9, "\(said)")
        #expect(said.confidence > 0.9)
        let taken = try #require(
            PhoneLoopComparison(
                of: SphinxHypothesis(words: [("we", 30, -75), ("need", 30, -80), ("*EH", 20, -50)]), beside: phones))
        #expect(taken.words < -35 && taken.confidence < SphinxConfidence.threshold, "\(taken)")
    }

    @Test("sound that only phones fit counts against a command, more so the fewer words it has")
    func rest() throws {
        func comparison(words frames: Int) throws -> PhoneLoopComparison {
            let phones = SphinxHypothesis(words: [("*IY", frames, -40), ("*S", 100, -50)])
            return try #require(
                PhoneLoopComparison(
                    of: SphinxHypothesis(words: [("we", frames, -40), ("[NOISE]", 60, -90), ("*S", 40, -50)]),
                    beside: phones))
        }
        let (few, many) = (try comparison(words: 20), try comparison(words: 200))
        #expect(few.words == 0 && many.words == 0 && few.whole < many.whole)
        #expect(few.confidence < SphinxConfidence.threshold && many.confidence > 0.9, "\(few) \(many)")
    }

    @Test("without words there is no comparison")
    func nothing() {
        let phones = SphinxHypothesis(words: [("*IY", 20, -40)])
        #expect(PhoneLoopComparison(of: phones, beside: phones) == nil)
        #expect(PhoneLoopComparison(of: SphinxHypothesis(words: []), beside: phones) == nil)
    }

    @Suite(.enabled(if: PocketSphinxRecognizer.isAvailable, "needs pocketsphinx-en-us and espeak-ng"))
    struct Spoken {
        private let vocabulary = Vocabulary(catalogs: [
            .kitchen(["add @item to the shopping list", "we need @item", "i choose you @name", "i choose @name"])
        ])

        @Test("almost no other speech is taken for a command of two words with an open parameter")
        func foreign() async throws {
            let recognizer = try await PocketSphinxRecognizer.make(vocabulary)
            let spoken = [
                ("en-us", 140, "did you see the game last night"), ("en-us+m3", 155, "my sister lives in another city"),
                ("en-us+f2", 155, "the economy is growing slowly this year"),
                ("en-us+m5", 155, "the meeting starts in half an hour"),
                ("en-gb", 140, "refrigerators never forget their friends"),
                ("en-us+f4", 170, "nobody knows what happened to the old bridge"),
            ]
            var taken: [String] = []
            for (voice, speed, text) in spoken {
                let result = try await recognizer.recognize(SynthesizedSpeech.samples(text, voice: voice, speed: speed))
                if !result.text.isEmpty { taken.append("\(voice): \(text): \(result.text)") }
            }
            #expect(taken.count <= 1, "\(taken)")
        }

        @Test("a command of two words with an open parameter is understood in every voice, and so is a longer one")
        func commands() async throws {
            let recognizer = try await PocketSphinxRecognizer.make(vocabulary)
            let spoken = [
                ("en-us", 140, "we need", "eggs"), ("en-us+f3", 155, "we need", "toilet paper"),
                ("en-us+m3", 170, "we need", "potatoes and onions"), ("en-gb", 155, "i choose", "margaret"),
                ("en-us+f2", 155, "add", "bananas to the shopping list"),
                ("en-us+m2", 170, "add", "paper towels to the shopping list"),
            ]
            for (voice, speed, beginning, rest) in spoken {
                let result = try await recognizer.recognize(
                    SynthesizedSpeech.samples("\(beginning) \(rest)", voice: voice, speed: speed))
                #expect(result.text.hasPrefix(beginning + " "), "\(voice): \(beginning) \(rest): \(result)")
                #expect(result.confidence > SphinxConfidence.threshold)
            }
        }
    }
}
