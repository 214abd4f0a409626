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

    @Test("a built-in sentence with values is not spoken in the language of an app that is another one")
    func withValues() {
        var german = Language.english
        german.numbers.language = "de"
        german.sentences = [
            "unsuitable": "Entschuldigung, {reason}", "notANumber": "„{words}“ ist keine Zahl.", "noEntry": "{name}",
            "helpNumberBetween": "Sag eine Zahl von {least} bis {most}.",
        ]
        german.schedule = .english
        german.schedule?.remaining = "Der {label} läuft noch {left}."
        func spoken(_ words: String) -> String? { TurnRuntime.language(of: words, by: "en-GB", in: german) }
        #expect(spoken("Sag eine Zahl von 1 bis 10.") == nil)
        #expect(spoken("„Käse“ ist keine Zahl.") == nil && spoken("Entschuldigung, „Käse“ ist keine Zahl.") == nil)
        #expect(spoken("Der Nudel-Timer läuft noch 5 Minuten.") == nil)
        // An app's own reason, its own words, and what the file has left in English.
        #expect(spoken("Entschuldigung, we are closed.") == "en-GB")
        #expect(spoken("Sag eine Zahl von 1 bis 10. Well?") == "en-GB" && spoken("Sag eine Zahl von 1") == "en-GB")
        #expect(spoken("The volume is 50 percent.") == "en-GB" && spoken("Anything") == "en-GB")
        func english(_ words: String) -> String? { TurnRuntime.language(of: words, by: "de", in: .english) }
        #expect(english("The volume is 50 percent.") == nil && english("Sorry, \"cheese\" is no number.") == nil)
        #expect(english("The pasta timer has 5 minutes left.") == nil && english("Gern.") == "de")
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
