import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import Testing

/// Texts that are typed without accents.
@Suite struct RespellingTests {
    private let rooms = Catalog.SlotType(name: "Room", values: [.init(value: "Küche"), .init(value: "Bad")])
    private let patterns: KeyValuePairs<String, [String]> = [
        "Door": ["öffne die Tür", "das ist schön"], "Timer": ["timer {AMAZON.DURATION:length}"],
        "Day": ["am {AMAZON.DATE:day}"], "Light": ["licht {Room:room}"], "Note": ["notiere @text"],
    ]

    private func matcher(_ tag: String) -> PatternMatcher {
        var language = Language.english
        language.numbers.language = tag
        language.numbers.units["fünf"] = 5
        language.times.units["minuten"] = "minute"
        language.times.days["übermorgen"] = 2
        language.fillers.leading.append("könntest du")
        return PatternMatcher([makeCatalog(patterns, types: [rooms])], language: language)
    }

    @Test(
        "umlauts may be two letters, in patterns, values, numbers, times and words of politeness",
        arguments: [
            ("oeffne die Tuer", [:]), ("könntest du öffne die Tuer", [:]), ("koenntest du oeffne die Tür", [:]),
            ("timer fuenf minuten", ["length": "PT5M"]), ("licht KUECHE", ["room": "Küche"]),
            ("notiere Aepfel", ["text": "Aepfel"]),
        ] as [(String, [String: String])])
    func umlauts(text: String, parameters: [String: String]) {
        #expect(values(matcher("de"), text) == parameters)
    }

    @Test("a sign at a number counts beside words without umlauts, too")
    func signs() {
        var german = Language.english
        (german.numbers.language, german.symbols) = ("de", ["%": "prozent"])
        let matcher = PatternMatcher([makeCatalog(["Warm": ["küche auf @n:Number prozent"]])], language: german)
        #expect(values(matcher, "Kueche auf 50%") == ["n": "50"])
    }

    @Test("a day without its umlaut is the day with it")
    func days() throws {
        let matcher = matcher("de")
        #expect(values(matcher, "am uebermorgen") != nil)
        #expect(values(matcher, "am uebermorgen") == values(matcher, "am übermorgen"))
    }

    @Test("letters without umlauts are other words in German, and accents that are left out in other languages")
    func leftOut() {
        for text in ["offne die tur", "das ist schon", "licht kuche"] {
            #expect(values(matcher("de"), text) == nil, "\(text)")
            #expect(values(matcher("sv"), text) != nil, "\(text)")
        }
        #expect(values(matcher("sv"), "öffné die tür") == [:])
    }

    @Test("the words of a parameter are those that were typed")
    func words() {
        let room = matcher("de").match("licht kueche").first?.parameters["room"]
        #expect(room?.words == "kueche")
    }

    @Test("a spelling that is a word itself, or of two words, stands for none")
    func ambiguous() {
        var french = Language.english
        french.numbers.language = "fr"
        let matcher = PatternMatcher([makeCatalog(["A": ["la pêche"], "B": ["le péché", "peche"]])], language: french)
        #expect(matcher.match("la peche").isEmpty && matcher.match("le peche").isEmpty)
    }
}
