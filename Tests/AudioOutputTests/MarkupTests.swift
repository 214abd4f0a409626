import Messages
import Testing

@testable import AudioOutput

@Suite struct MarkupTests {
    let synthesizer = EspeakSynthesizer(voice: "en-us", cacheBytes: 0)

    func spoken(_ text: String, _ format: AudioEvent.Speech.Format) async throws -> (samples: Int, words: [String]) {
        var (samples, words) = (0, [String]())
        for try await block in try await synthesizer.synthesize(.init(text, format: format)).blocks {
            samples += block.samples.count
            words += block.words.map(\.text)
        }
        return (samples, words)
    }

    @Test(
        "SSML that cannot be read is refused with a reason",
        arguments: [
            "Hello.", "<speak>Hello.", "<speak><s>Hello.</speak>", "<p>Hello.</p>", "", "<speak>a & b</speak>",
            "<speak>a <break time=\"1h\"/></speak>", "<speak>a <break time=\"-1s\"/></speak>",
            "<speak>" + String(repeating: "<s>", count: 100) + String(repeating: "</s>", count: 100) + "</speak>",
        ])
    func broken(text: String) async throws {
        let error = try await #require(throws: SynthesisError.self) { _ = try await spoken(text, .ssml) }
        #expect(error.code == .badMarkup && !error.reason.isEmpty)
    }

    @Test("tags are not read aloud, and words are told without them")
    func words() async throws {
        let text = """
            <speak><p><s>Ten <prosody rate="slow" pitch="high">slow minutes</prosody> &amp; more.</s>
            <s>A <sub alias="kilogram">kg</sub> of <phoneme alphabet="ipa" ph="təˈmeɪtoʊ">tomato</phoneme>.</s></p></speak>
            """
        let words = try await spoken(text, .ssml).words.flatMap { $0.split(separator: " ").map(String.init) }
        #expect(words == ["Ten", "slow", "minutes", "&", "more.", "A", "kilogram", "of", "tomato."])
    }

    @Test("a break lasts as long as it says, a slow rate takes longer, and sounds stand for a word once")
    func prosody() async throws {
        let plain = try await spoken("<speak>one two</speak>", .ssml).samples
        let pause = try await spoken("<speak>one <break time=\"1s\"/> two</speak>", .ssml).samples
        #expect(abs(pause - plain - 22_050) < 6_000, "\(pause - plain)")
        let slow = try await spoken("<speak><prosody rate=\"x-slow\">one two</prosody></speak>", .ssml).samples
        #expect(Double(slow) > 1.3 * Double(plain))
        let word = try await spoken("<speak>tomato</speak>", .ssml).samples
        let sounds = try await spoken(
            "<speak><phoneme alphabet=\"ipa\" ph=\"təˈmeɪtoʊ\">tomato</phoneme></speak>", .ssml
        ).samples
        #expect(abs(sounds - word) < word / 3)
    }

    @Test("numbers, letters and units are said as wished")
    func sayAs() {
        #expect(
            [1, 2, 3, 4, 11, 12, 13, 21, 112].map { SayAs.ordinal("\($0)") }.joined(separator: " ")
                == "1st 2nd 3rd 4th 11th 12th 13th 21st 112th")
        #expect(SayAs.unit("5 km") == "5 kilometers" && SayAs.unit("1 ft") == "1 foot" && SayAs.unit("6ft") == "6 feet")
        #expect(SayAs.unit("60 mph") == "60 miles per hour" && SayAs.unit("3 bananas") == "3 bananas")
        #expect(IPA.codes("tʃiːz") == "tSi:z" && IPA.codes("ɮ") == nil)
    }

    @Test("Speech Markdown becomes SSML, and what it does not know is read as it stands")
    func markdown() async throws {
        #expect(
            SpeechMarkdown.ssml("Wait [500ms] (now)[pitch:\"high\";rate:\"slow\"] (5)[ordinal] a < b (c) [d] (e)[f]")
                == "<speak>Wait <break time=\"500ms\"/> <prosody pitch=\"high\"><prosody rate=\"slow\">now</prosody></prosody> "
                + "<say-as interpret-as=\"ordinal\">5</say-as> a &lt; b (c) [d] e</speak>")
        #expect(
            SpeechMarkdown.ssml("(pecan)[/pɪˈkɑːn/] (555)[phone]")
                == "<speak><phoneme alphabet=\"ipa\" ph=\"pɪˈkɑːn\">pecan</phoneme> "
                + "<say-as interpret-as=\"telephone\">555</say-as></speak>")
        let words = try await spoken("Hello (world)[rate:\"slow\"]!", .markdown).words
        #expect(words.map { $0.filter(\.isLetter) } == ["Hello", "world"])
        #expect(try await spoken(String(repeating: "(a)[", count: 5_000), .markdown).samples > 0)
    }

    @Test("long SSML is spoken in parts, with its elements in each")
    func long() throws {
        let text =
            "<speak><prosody rate=\"fast\">" + String(repeating: "It goes on and on. ", count: 1_000)
            + "</prosody></speak>"
        let parts = try SSML.parts(text)
        #expect(parts.count > 50)
        #expect(parts.allSatisfy { $0.text.hasPrefix("<prosody rate=\"fast\">") && $0.text.hasSuffix("</prosody>") })
        #expect(parts.allSatisfy { $0.text.count < 400 })
    }
}
