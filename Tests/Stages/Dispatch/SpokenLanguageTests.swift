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

    @Test("a built-in sentence is not spoken in the language of an app that is another one")
    func builtIn() {
        var german = Language.english
        german.sentences = ["failed": "Das ging nicht."]
        func spoken(_ words: String) -> String? { TurnRuntime.language(of: words, by: "fr", in: german) }
        #expect(spoken("Das ging nicht.") == nil && spoken(BuiltInSentence.notUnderstood.rawValue) == nil)
        #expect(spoken("Voilà.") == "fr" && spoken("") == "fr" && spoken("{name}") == "fr")
        #expect(TurnRuntime.language(of: "Das ging nicht.", by: nil, in: german) == nil)
    }
}
