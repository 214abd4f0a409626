import Testing

@testable import SaybusAudioOutput

@Suite struct SpeechTextTests {
    @Test("a short text is one part")
    func short() { #expect(SpeechText.parts("Dr. Smith said: no. Why?") == ["Dr. Smith said: no. Why?"]) }

    @Test("the joined parts are the text, and no part is too long or too short")
    func whole() {
        let text = String(repeating: "Mr. Fox ran 3.5 miles; then, tired, he slept. Did he dream? He did! ", count: 300)
        let parts = SpeechText.parts(text)
        #expect(parts.joined() == text)
        #expect(parts.allSatisfy { $0.count <= SpeechText.maximumPartLength })
        #expect(parts.dropLast().allSatisfy { $0.count >= SpeechText.minimumPartLength })
    }

    @Test("a part ends with a sentence, not after an abbreviation")
    func sentences() {
        let text = String(repeating: "We asked Dr. Miller about the weather in the north. ", count: 40)
        for part in SpeechText.parts(text).dropLast() {
            #expect(part.hasSuffix("north."))
        }
    }

    @Test("an endless word is broken up")
    func endless() {
        let parts = SpeechText.parts(String(repeating: "x", count: 1_000))
        let words = parts.flatMap { $0.split(separator: " ") }
        #expect(words.allSatisfy { $0.count <= SpeechText.maximumWordLength })
        #expect(words.joined().count == 1_000)
    }

    @Test("full-width digits, letters and signs are spoken as others are, and full-width punctuation stays")
    func fullWidth() {
        #expect(
            SpeechText.parts("ＷｉＦｉ，１０分！－５℃、５０％：72℉。") == ["WiFi，10分！-5°C、50%：72°F。"])
    }

    @Test("one letter with endless accents is broken up, too")
    func accents() {
        let text = "e" + String(repeating: "\u{301}", count: 10_000)
        for part in SpeechText.parts(text) {
            #expect(part.unicodeScalars.split(separator: " ").allSatisfy { $0.count <= SpeechText.maximumWordLength })
        }
    }
}
