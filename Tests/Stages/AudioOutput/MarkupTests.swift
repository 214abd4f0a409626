import SaybusMessages
import SaybusPhrases
import Testing

@testable import SaybusAudioOutput

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
        "invalid SSML is refused with a reason",
        arguments: [
            "Hello.", "<speak>Hello.", "<speak><s>Hello.</speak>", "<p>Hello.</p>", "", "<speak>a & b</speak>",
            "<speak>a <break time=\"1h\"/></speak>", "<speak>a <break time=\"-1s\"/></speak>",
            "<speak>a <audio src=\"bell.wav\"/></speak>",
            "<speak><audio src=\"a\"><desc>A bell</desc> </audio></speak>",
            "<!DOCTYPE speak [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><speak>&x; you</speak>",
            "<speak><a:b>one</speak>", "<!DOCTYPE speak [<!ENTITY a \"hello\">]><speak>&a; you</speak>",
            "<!-- <speak --><!DOCTYPE speak [<!ENTITY a \"hello\">]><speak>&a; you</speak>", "<speak>&nbsp;</speak>",
            "<speak>" + String(repeating: "<s>", count: 100) + String(repeating: "</s>", count: 100) + "</speak>",
        ])
    func broken(text: String) async throws {
        let error = try await #require(throws: SynthesisError.self) { _ = try await spoken(text, .ssml) }
        #expect(error.code == .badMarkup && !error.reason.isEmpty)
    }

    @Test("tags are not read aloud, and words are reported without them")
    func words() async throws {
        let text = """
            <speak><p><s>Ten <prosody rate="slow" pitch="high">slow minutes</prosody> &amp; more.</s>
            <s>A <sub alias="kilogram">kg</sub> of <phoneme alphabet="ipa" ph="təˈmeɪtoʊ">tomato</phoneme>.</s></p></speak>
            """
        let words = try await spoken(text, .ssml).words.flatMap { $0.split(separator: " ").map(String.init) }
        #expect(words == ["Ten", "slow", "minutes", "&", "more.", "A", "kilogram", "of", "tomato."])
    }

    @Test(
        "words are spoken wherever they occur in the markup",
        arguments: [
            ("<speak>one <![CDATA[two < three]]> four</speak>", "one two < three four"),
            ("<speak>one <!-- two --> three <?four five?></speak>", "one three"),
            ("<speak>&#116;wo &lt;&amp;&gt; three</speak>", "two <&> three"),
            (
                "<speak><audio src=\"bell.wav\"><desc>A bell</desc>ding dong</audio> it rings</speak>",
                "ding dong it rings"
            ),
            (
                "<speak><metadata>never</metadata><unknown a=\"b\">one <mark name=\"m\"/>two</unknown></speak>",
                "one two"
            ),
            (
                "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><speak>été <amazon:effect>là</amazon:effect></speak>",
                "été là"
            ),
            ("<?xml version=\"1.0\"?><speak xmlns=\"http://www.w3.org/2001/10/synthesis\">one</speak>", "one"),
            ("<speak><say-as interpret-as=\"cardinal\"><emphasis>12</emphasis></say-as> eggs</speak>", "12 eggs"),
            ("<?a?><speak>one<?b c?> <!-- <?d?> -->two</speak>", "one two"),
        ])
    func everywhere(text: String, wanted: String) async throws {
        #expect(try await spoken(text, .ssml).words.joined(separator: " ") == wanted)
    }

    @Test(
        "brackets inside each other, and texts that look like another encoding, are refused",
        arguments: [
            "<<??>?a?><speak>one</speak>", "<speak>one<<!-- -->?a?></speak>", "<<![CDATA[]]>?a?>", "<",
            "<\0?\0a\0?\0>\0", "\0<\0?\0a\0?\0>", "<\0\0\0?\0\0\0a\0\0\0?\0\0\0>\0\0\0",
        ])
    func joined(text: String) async {
        let error = await #expect(throws: SynthesisError.self) { _ = try await spoken(text, .ssml) }
        #expect(error?.code == .badMarkup)
        #expect(SSMLPieces.pieces("<audio src=\"a\"/>" + text) == nil)
    }

    @Test("long markup is spoken completely, and not cut within a word")
    func whole() throws {
        let word = "Überraschungen"
        let many = String(repeating: word + " ", count: 2_000)
        let letters = String(repeating: "abcde ", count: 2_000)
        for (text, wanted) in [
            ("<speak>\(many)</speak>", many), ("<speak><prosody rate=\"fast\">\(many)</prosody></speak>", many),
            ("<speak><sub alias=\"\(many)\">x</sub></speak>", many),
            ("<speak><say-as interpret-as=\"characters\">\(letters)</say-as></speak>", letters),
        ] {
            let parts = try SSML.parts(text)
            #expect(parts.allSatisfy { $0.text.count < 500 })
            let words = parts.flatMap {
                $0.text.replacing(/<[^>]*>/, with: " ").split(separator: " ").map(String.init)
            }
            let isWhole = words == wanted.split(separator: " ").map(String.init)
            #expect(isWhole, "\(text.prefix(60))")
        }
    }

    @Test("decibels, semitones and factors are converted to percent; invalid values are left out")
    func values() {
        let values = [
            ("rate", "x-fast"), ("rate", "1.5"), ("rate", "-20%"), ("rate", "50%"), ("pitch", "+12st"),
            ("pitch", "-12st"),
            ("pitch", "+20%"), ("volume", "+6dB"), ("volume", "-6.02dB"), ("volume", "x-loud"), ("volume", "nandB"),
            ("pitch", "200Hz"), ("rate", "banana"), ("volume", "+infdB"), ("rate", "99999%"),
        ]
        let written = values.map { SSMLValues.prosody([$0.0: $0.1]) }
        #expect(
            written == [
                " rate=\"x-fast\"", " rate=\"150%\"", " rate=\"80%\"", " rate=\"50%\"", " pitch=\"+100%\"",
                " pitch=\"-50%\"", " pitch=\"+20%\"", " volume=\"+99%\"", " volume=\"-50%\"", " volume=\"x-loud\"", "",
                "", "", "", " rate=\"400%\"",
            ])
    }

    @Test(
        "brackets of Speech Markdown are a pause when they hold a time or a break, and words otherwise",
        arguments: [
            ("[2s]", true), ("[\"250ms\"]", true), ("[12345678s]", true), ("[1.5s\"]", true), ("[break:weak]", true),
            ("[break:\"1s]", true), ("[s]", false), ("[ms]", false), ("[123456789s]", false), ("[-1s]", false),
            ("[1 s]", false), ("[2m]", false), ("[٢s]", false), ("[break:\"a\"b\"]", false),
            ("[break:\(String(repeating: "a", count: 41))]", false), ("[Break:1s]", false),
        ])
    func brackets(text: String, isPause: Bool) {
        #expect(SpeechMarkdown.ssml(text).contains("<break") == isPause, "\(SpeechMarkdown.ssml(text))")
    }

    @Test(
        "a break that is too long lasts ten seconds, and the words around it are spoken",
        arguments: ["20s", "1e9s", "10001ms"])
    func longBreak(time: String) throws {
        let parts = try SSML.parts("<speak>one <break time=\"\(time)\"/> two</speak>")
        #expect(parts.map(\.pause).reduce(0, +) == 10_000)
        #expect(parts.map(\.text).joined().contains("two"))
    }

    @Test("a pause in Speech Markdown may be given by its strength; an invalid one is refused")
    func pauses() async throws {
        #expect(
            SpeechMarkdown.ssml("a [2s] b [break:\"x-strong\"] c [break:1.5s] d [seven]")
                == "<speak>a <break time=\"2s\"/> b <break strength=\"x-strong\"/> c <break time=\"1.5s\"/> d [seven]</speak>"
        )
        for text in ["a [break:\"-5s\"] b", "a [break:\"long\"] b", "a [1.2.3s] b"] {
            let error = await #expect(throws: SynthesisError.self) { _ = try await spoken(text, .markdown) }
            #expect(error?.code == .badMarkup && error?.reason.contains("break") == true)
        }
    }

    @Test("a break has its length wherever it occurs and at any rate, and two breaks add up")
    func breaks() async throws {
        let (one, two) = (try await length("one"), try await length("two"))
        for (text, wanted) in [
            ("<break time='2s'/>", 44_100), ("<break time='2s'/>two", 44_100 + two),
            ("one<break time='500ms'/>", one + 11_025),
            ("one <break time='1s'/><break time='1s'/> two", one + 44_100 + two),
            (
                "<s>one</s><break strength='none'/><break time='8s'/><s/><break time='8s'/><s>two</s>",
                one + 352_800 + two
            ),
            ("<prosody rate='fast'><break time='1s'/></prosody>", 22_050),
        ] {
            let length = try await length(text)
            // A word's length varies by some 10 ms.
            #expect(abs(length - wanted) < 600, "\(text): \(length), not \(wanted)")
        }
        let fast = try await length("<prosody rate='x-fast'>one<break time='2s'/>two</prosody>")
        #expect(fast > 44_100 && fast < 44_100 + one + two)
    }

    private func length(_ text: String) async throws -> Int {
        try await spoken("<speak>\(text)</speak>", .ssml).samples
    }

    @Test("a break has its length, a slow rate takes longer, and phonemes stand for a word once")
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

    @Test("phonemes after a pause stand for their word")
    func soundsAfterPause() throws {
        let parts = try SSML.parts(
            "<speak>one <break time=\"300ms\"/><phoneme alphabet=\"ipa\" ph=\"təˈmeɪtoʊ\">tomato</phoneme></speak>")
        #expect(parts.map { Array($0.words.values) } == [[], ["tomato"]])
    }

    @Test("numbers, letters and units are spoken as requested")
    func sayAs() {
        #expect(
            [1, 2, 3, 4, 11, 12, 13, 21, 112].map { SayAs.ordinal("\($0)") }.joined(separator: " ")
                == "1st 2nd 3rd 4th 11th 12th 13th 21st 112th")
        #expect(SayAs.unit("5 km") == "5 kilometers" && SayAs.unit("1 ft") == "1 foot" && SayAs.unit("6ft") == "6 feet")
        #expect(SayAs.unit("60 mph") == "60 miles per hour" && SayAs.unit("3 bananas") == "3 bananas")
        #expect(IPA.codes("tʃiːz") == "tSi:z" && IPA.codes("ɮ") == nil)
        // The word is read then, which would be left out.
        #expect(IPA.codes("ˈ") == nil && IPA.codes(". ") == nil && IPA.codes("ə") == "@")
    }

    @Test("numbers keep their decimal comma, and ordinals and units are no English ones in another language")
    func sayAsElsewhere() throws {
        #expect(SayAs.cardinal("1,500") == "1500" && SayAs.cardinal("12,345,678") == "12345678")
        #expect(SayAs.cardinal("2,5") == "2,5" && SayAs.cardinal("3,50") == "3,50")
        var german = Language.english
        (german.numbers.language, german.numbers.ordinals) = ("de", ["dritte": 3])
        #expect(SayAs.ordinal("3", language: german) == "dritte" && SayAs.ordinal("4", language: german) == "4")
        #expect(SayAs.ordinal("3", in: "fr", language: german) == "3")
        #expect(SayAs.ordinal("3", in: "en-GB", language: german) == "3rd")
        #expect(SayAs.unit("5 km", language: german) == "5 km" && SayAs.unit("5 km", in: "en") == "5 kilometers")
        let text = "<speak>der <say-as interpret-as=\"ordinal\">3</say-as> Platz</speak>"
        for (voice, isEnglish) in [("de+f3", false), ("de-AT", false), ("slt", true), (nil, true)] as [(String?, Bool)]
        {
            let parts = try SpeechText.parts(of: AudioEvent.Speech(text, format: .ssml, voice: voice))
            #expect(parts.contains { $0.text.contains("3rd") } == isEnglish, "\(voice ?? "none")")
        }
    }

    @Test("Speech Markdown becomes SSML, and unknown markup is read unchanged")
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

    @Test("words in Speech Markdown may contain parentheses, with a modifier or without")
    func nested() async throws {
        func ssml(_ text: String) -> String {
            String(SpeechMarkdown.ssml(text).dropFirst("<speak>".count).dropLast("</speak>".count))
        }
        #expect(ssml("(a (b) c)[vol:\"loud\"] d") == "<prosody volume=\"loud\">a (b) c</prosody> d")
        #expect(
            ssml("((5)[ordinal] of (may) [1s])[rate:\"slow\"]")
                == "<prosody rate=\"slow\"><say-as interpret-as=\"ordinal\">5</say-as> of (may) <break time=\"1s\"/></prosody>"
        )
        // Brackets that are not closed or have no modifier are read unchanged.
        for text in ["(a (b)", "(a (b) c)", "a) (b", "()[x]", "(a)[", "(a)[]", "(a)[b[c]"] {
            #expect(ssml(text) == text)
        }
        #expect(ssml("(a (b)[pitch:\"high\"]") == "(a <prosody pitch=\"high\">b</prosody>")
        let deep = String(repeating: "(", count: 2_000) + "a" + String(repeating: ")[vol:\"loud\"]", count: 2_000)
        #expect(ssml(deep).ranges(of: "<prosody").count < 20)
        #expect(try await spoken("((Hello) there)[rate:\"slow\"]", .markdown).words.count == 2)
    }

    @Test("long SSML is spoken in parts, with the open elements in each")
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
