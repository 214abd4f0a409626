import SaybusFlite
import SaybusMessages
import Testing

@testable import SaybusAudioOutput

@Suite struct StyledWordTests {
    private func sentences(_ text: String, _ format: AudioEvent.Speech.Format? = .ssml) throws -> [SpokenSentence] {
        try SpokenSentence.sentences(of: .init(text, format: format)) { $0.pitch != $1.pitch }
    }

    @Test("a text is cut after its sentences, not after abbreviations")
    func cuts() throws {
        let words = try sentences("Hello there. Dr. No is here! Is he? Yes.", nil).map { $0.words.map(\.written) }
        #expect(words == [["Hello", "there."], ["Dr.", "No", "is", "here!"], ["Is", "he?"], ["Yes."]])
    }

    @Test("elements become styles of their words, and a pitch is a piece of its own")
    func styles() throws {
        let found = try sentences(
            "<speak>a <prosody rate=\"50%\" volume=\"+40%\">b <prosody rate=\"200%\">c</prosody></prosody> d "
                + "<prosody pitch=\"high\">e</prosody> &amp; <emphasis level=\"strong\">f</emphasis></speak>")
        #expect(found.map(\.continues) == [true, true, false])
        let words = found.flatMap(\.words)
        #expect(words.map(\.written) == ["a", "b", "c", "d", "e", "&", "f"])
        #expect(words.map(\.style.rate) == [1, 0.5, 1, 1, 1, 1, 0.85])
        #expect(words.map { ($0.style.volume * 10).rounded() } == [10, 14, 14, 10, 10, 10, 13])
        #expect(words[4].style.pitch > 1)
    }

    @Test(
        "elements inside each other go no further than one of them may",
        arguments: [
            ("rate=\"20%\"", SpeechStyle(rate: 0.2)), ("rate=\"400%\"", SpeechStyle(rate: 4)),
            ("pitch=\"x-low\"", SpeechStyle(pitch: 0.2)), ("pitch=\"x-high\"", SpeechStyle(pitch: 4)),
            ("volume=\"x-loud\"", SpeechStyle(volume: 4)), ("volume=\"silent\"", SpeechStyle(volume: 0)),
        ])
    func bounds(attribute: String, expected: SpeechStyle) throws {
        let (open, close) = (String(repeating: "<prosody \(attribute)>", count: 12), "</prosody>")
        let found = try sentences("<speak>\(open)slow\(String(repeating: close, count: 12))</speak>")
        #expect(found.flatMap(\.words).map(\.style) == [expected])
    }

    @Test("what is to be spelled is spoken character by character, under its written word")
    func spelling() throws {
        let words = try sentences(
            "<speak>Call <say-as interpret-as=\"telephone\">555-12</say-as> "
                + "<say-as interpret-as=\"characters\">ab1</say-as> <sub alias=\"Doctor\">Dr.</sub> "
                + "<phoneme alphabet=\"ipa\" ph=\"pɪˈkɑːn\">pecan</phoneme></speak>"
        ).flatMap(\.words)
        #expect(words.map(\.written) == ["Call", "555-12", "ab1", "Doctor", "pecan"])
        #expect(words[1].spoken == ["5", "5", "5,", "1", "2,"])
        #expect(words[2].spoken == ["A", "B", "1"])
    }

    @Test("a pause belongs to the words before it")
    func pauses() throws {
        let found = try sentences("<speak><break time=\"1s\"/>One.<break time=\"2s\"/>Two.</speak>")
        #expect(found.map(\.pause) == [1000, 2000, 0])
        #expect(found.map { $0.words.map(\.written) } == [[], ["One."], ["Two."]])
    }

    @Test(
        "words are written in the characters that an English engine reads",
        arguments: [
            ("naïve", ["naive"]), ("21°", ["21", "degrees"]), ("it’s", ["it's"]), ("日本", []),
            ("R&B", ["R", "and", "B"]),
            ("€5.", ["5", "euros."]), ("−5", ["-5"]), ("23°C,", ["23", "degrees", "Celsius,"]),
            ("½", ["a", "half"]), ("1½", ["1", "and", "a", "half"]), ("¾cup", ["three", "quarters", "cup"]),
            ("3×4", ["3", "times", "4"]), ("ﬁne", ["fine"]), ("Flite™,", ["Flite,"]),
        ] as [(String, [String])])
    func letters(word: String, expected: [String]) { #expect(EnglishLetters.words(word) == expected) }

    @Test("a fraction is added to the number that stands before it")
    func fraction() {
        let words = ["1", "½", "cups"].map { StyledWord(written: $0, spoken: [$0]) }
        let sentence = FliteSentence(SpokenSentence(words: words))
        #expect(sentence.tokens.map(\.name) == ["1", "and", "a", "half", "cups"])
    }
}
