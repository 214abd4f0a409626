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
}
