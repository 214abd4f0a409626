import Testing

@testable import SaybusPhrases

@Suite("Parts of a language file that are still English")
struct UntranslatedTests {
    @Test("the parts of a file that are absent or still English are named and counted")
    func untranslated() {
        var german = Language.english
        german.replies = ReplyVocabulary(yes: ["ja"], no: ["nein"])
        german.questions?.pardon = nil
        german.questions?.cancel = ["abbrechen"]
        german.sentences = ["failed": "Das ging nicht."]
        let found = german.untranslated
        let count = BuiltInSentence.allCases.count
        #expect(found.contains { $0.hasPrefix("sentences: \(count - 1) of \(count)") }, "\(found)")
        #expect(found.contains { $0.hasPrefix("questions: ") && $0.contains("pardon") && !$0.contains("cancel") })
        #expect(!found.contains { $0.hasPrefix("replies") })
        #expect(found.contains { $0.hasPrefix("soundAlikes: 1 of 1") })
        #expect(found.contains { $0.hasPrefix("symbols: 1 of 1") })
        german.symbols = ["%": "pour cent", "€": "euros"]
        #expect(!german.untranslated.contains { $0.hasPrefix("symbols") })
    }

    @Test(
        "the words that address an app, and examples, are not still English where those of the language are built in",
        arguments: [("de", false), ("fi", true)])
    func builtIn(language: String, isNamed: Bool) {
        var words = Language.english
        words.numbers.language = language
        for section in ["addresses", "examples"] {
            #expect(words.untranslated.contains { $0.hasPrefix(section) } == isNamed, "\(section)")
        }
        #expect(words.exampleWords.isEmpty == isNamed)
        words.examples = ["oma"]
        #expect(words.exampleWords == ["oma"])
    }

    @Test("parts that a file empties on purpose are not still English")
    func emptied() {
        var german = Language.english
        (german.numbers.articles, german.soundAlikes) = ([], [:])
        german.questions?.limits = []
        let found = german.untranslated
        #expect(!found.contains { $0.hasPrefix("soundAlikes") })
        #expect(found.contains { $0.hasPrefix("numbers: ") && !$0.contains("articles") && $0.contains("units") })
        #expect(found.contains { $0.hasPrefix("questions: ") && !$0.contains("limits") && $0.contains("cancel") })
    }
}
