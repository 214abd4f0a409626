import Testing

@testable import SaybusPhrases

/// The names of options in other languages than English.
@Suite struct OptionWordsTests {
    @Test("an option with an elided article is named by its word alone")
    func elidedOptions() {
        var french = Language.english
        french.elisions = ["l"]
        let words = OptionWords([["l'eau"], ["le vin"]], in: french)
        #expect(words.marks["eau"] == 0 && words.marks["l"] == nil)
        #expect(AnswerText("l'eau", in: french).values(of: words.names) == .given([[0]]))
    }

    @Test("a text is made up of options if its other words add nothing to them")
    func madeUp() {
        let words = OptionWords([["the red car"], ["Susan"]], in: .english)
        for text in ["the red one please", "I'd like the red one", "susan", "car", "no, susan"] {
            #expect(words.makeUp(text), "\(text)")
        }
        for text in ["turn off the red lamp", "susan gave bob twenty dollars", "my car is broken"] {
            #expect(!words.makeUp(text), "\(text)")
        }
    }

    @Test("an option is also named without its umlauts")
    func typedOptions() {
        var german = Language.english
        german.numbers.language = "de"
        let words = OptionWords([["Grüne Äpfel"], ["Kürbis"]], in: german)
        for (text, option) in [("gruene Aepfel", 0), ("aepfel", 0), ("Kuerbis", 1), ("Kürbis", 1)] {
            #expect(AnswerText(text, in: german).values(of: words.names) == .given([[option]]), "\(text)")
        }
    }

    @Test("an option that is a function word without its accent is named with its accent only")
    func typedFunctionWords() {
        var spanish = Language.english
        spanish.numbers.language = "es"
        spanish.functionWords.insert("te")
        let words = OptionWords([["Té"], ["Café"]], in: spanish)
        for (text, option) in [("te pido cafe", 1), ("té", 0)] {
            #expect(AnswerText(text, in: spanish).values(of: words.names) == .given([[option]]), "\(text)")
        }
    }
}
