import SaybusPhrases
import Testing

@testable import SaybusAudioOutput

@Suite("The language of the voice")
struct LanguageTagTests {
    @Test("the language is that of the language file, except for English without a region, which has a default voice")
    func tags() {
        func tag(_ name: String) -> String? {
            var language = Language.english
            language.numbers.language = name
            return LanguageTag.tag(of: language)
        }
        #expect(tag("de") == "de" && tag("en-GB") == "en-GB" && tag("en") == nil && tag("") == nil)
    }

    @Test(
        "a voice has the language of its name, whatever the region",
        arguments: [
            ("de+f3", "de-DE", true), ("gmw/de", "de", true), ("de_DE-thorsten-medium", "de-AT", true),
            ("en-gb", "de", false), ("den", "de", false), ("/voices/own.onnx", "en", false), ("", "de", false),
        ])
    func names(voice: String, language: String, isNamed: Bool) {
        #expect(LanguageTag.names(voice, language) == isNamed)
    }

    @Test(
        "a name is a language with a script and a region at most",
        arguments: [
            ("de", true), ("de-at", true), ("fil_PH", true), ("es-419", true), ("sr-Latn", true), ("zh-Hant-TW", true),
            ("en-us+f3", false), ("en-gb-scotland", false), ("de-de-at", false), ("gmw/de", false), ("english", false),
            ("", false),
        ])
    func tag(name: String, isTag: Bool) {
        #expect(LanguageTag.isTag(name) == isTag)
    }

    @Test("espeak-ng and flite speak the language in use unless a voice is given, and flite refuses any but English")
    func defaultVoices() async throws {
        #expect(SynthesisEngine.espeak.defaultVoice(in: "de") == "de")
        #expect(SynthesisEngine.espeak.defaultVoice(in: nil) == "en-us")
        #expect(SynthesisEngine.auto.defaultVoice(in: "fr") == "fr")
        #expect(SynthesisEngine.flite.defaultVoice(in: nil) == "en")
        let flite = FliteSynthesizer(voice: SynthesisEngine.flite.defaultVoice(in: "de"))
        await #expect(throws: SynthesisError.self) { try await flite.prepare() }
    }
}
