import SaybusPhrases
import Testing

@testable import SaybusDispatch

@Suite("The language of an answer")
struct SpokenLanguageTests {
    @Test("an app's speech states its language where it is not the one in use, unless it is the label of all catalogs")
    func stated() {
        func spoken(_ tag: String, _ code: String) -> String? {
            var language = Language.english
            language.numbers.language = code
            return TurnRuntime.spokenLanguage(of: tag, in: language)
        }
        #expect(spoken("de-DE", "en") == "de-DE")
        #expect(spoken("de-AT", "de") == nil)
        #expect(spoken("en-GB", "de") == "en-GB")
        #expect(spoken("en-US", "de") == nil && spoken("en-US", "en") == nil)
        #expect(spoken("", "de") == nil)
    }
}
