import SaybusIntentRecognition
import SaybusMessages
import Testing

@Suite struct PatternRecognizerTests {
    private let recognizer = PatternRecognizer(catalogs: [makeCatalog(["Next": ["next song"], "Play": ["play @what"]])])

    @Test("the transcript's text is matched first")
    func best() async {
        let hypotheses = await recognizer.recognize(
            SpeechTranscript(
                text: "next song", alternatives: [.init(text: "play sum", confidence: 0.9)], engine: "test"))
        #expect(hypotheses.map(\.type) == ["Next"])
        #expect(hypotheses.map(\.confidence) == [1])
        #expect(recognizer.engine == "pattern")
    }

    @Test("alternatives are tried in order when the text matches nothing, with less confidence")
    func alternatives() async {
        let hypotheses = await recognizer.recognize(
            SpeechTranscript(
                text: "necks song",
                alternatives: [
                    .init(text: "next some", confidence: 0.9), .init(text: "play jazz", confidence: 0.5),
                    .init(text: "next song", confidence: 0.4),
                ], engine: "test"))
        #expect(hypotheses.map(\.type) == ["Play"])
        #expect(hypotheses.allSatisfy { $0.confidence < 0.6 && $0.confidence > 0.4 })
        #expect(hypotheses.first?.parameters["what"]?.value == .text("jazz"))
        #expect(hypotheses.first?.parameters["what"]?.span == nil)
    }

    @Test("an alternative that is less than a quarter as sure as the text is not carried out without a question")
    func unlikely() async throws {
        for (text, confidence, isAsked) in [(0.97, 0.05, true), (0.97, 0.5, false), (0.3, 0.1, false)] {
            let transcript = SpeechTranscript(
                text: "necks song", confidence: text, alternatives: [.init(text: "next song", confidence: confidence)],
                engine: "test")
            let first = try #require(await recognizer.recognize(transcript).first)
            #expect((first.confidence < 0.4) == isAsked, "\(confidence): \(first.confidence)")
        }
    }

    @Test("a transcript that the speech recognizer rejected is no command")
    func rejected() async {
        let rejected = SpeechTranscript(
            text: "", alternatives: [.init(text: "next song", confidence: 0.2)], engine: "test", empty: .unrecognized)
        #expect(await recognizer.recognize(rejected).isEmpty)
    }

    @Test(
        "an invalid confidence of an alternative is clamped, and an eleventh alternative is not tried",
        arguments: [Double.nan, -1, 0, 2, .infinity])
    func invalidConfidence(confidence: Double) async {
        let hypotheses = await recognizer.recognize(
            SpeechTranscript(
                text: "hm", alternatives: [.init(text: "next song", confidence: confidence)], engine: "test")
        )
        let expected = confidence > 0 ? 0.9 : 0.35
        #expect(hypotheses.allSatisfy { abs($0.confidence - expected) < 0.001 })
        #expect(hypotheses.count == 1)
        let none = Array(repeating: SpeechTranscript.Alternative(text: "nothing", confidence: 1), count: 10)
        let late = await recognizer.recognize(
            SpeechTranscript(text: "hm", alternatives: none + [.init(text: "next song", confidence: 1)], engine: "test")
        )
        #expect(late.isEmpty)
    }

    @Test("silence has no intent")
    func silence() async {
        #expect(await recognizer.recognize(SpeechTranscript(text: "", engine: "test", empty: .silence)).isEmpty)
    }
}
