import Foundation
import Testing

@testable import SaybusPhrases

/// Numbers and lengths that English says in another way.
@Suite struct LanguageNumberTests {
    @Test(
        "numbers with a fraction, and parts of a unit, are understood as one word where the language joins words",
        arguments: [
            ("zweieinhalb stunden", "PT2H30M"), ("eineinhalb stunden", "PT1H30M"), ("zwei einhalb stunden", "PT2H30M"),
            ("anderthalb stunden", "PT1H30M"), ("eine viertelstunde", "PT15M"), ("viertelstunde", "PT15M"),
            ("eine dreiviertelstunde", "PT45M"), ("eine stunde und eine viertelstunde", "PT1H15M"),
            ("zweieinhalbe", nil), ("zweihalb stunden", nil), ("zweiënhalb stunden", "PT2H30M"),
        ] as [(String, String?)])
    func joinedFractions(text: String, value: String?) {
        var german = Language.english
        (german.numbers.units, german.numbers.articles) = (["eins": 1, "zwei": 2], ["ein", "eine"])
        (german.numbers.conjunctions, german.numbers.joinsWords) = (["und", "ën"], true)
        german.numbers.fractions = ["halb": 0.5, "viertel": 0.25, "anderthalb": 1.5]
        (german.times.articles, german.times.conjunctions) = (["eine"], ["und"])
        german.times.units = ["stunde": "hour", "stunden": "hour"]
        german.times.partsOfUnit = ["viertel": 0.25, "dreiviertel": 0.75]
        let times = TimeParser(german.times, numbers: german.numbers)
        #expect(times.parseAll(.duration, text, today: .today) == value)
        #expect(NumberParser(german.numbers).parseAll("minus zweieinhalb") == -2.5)
        german.numbers.joinsWords = nil
        #expect(NumberParser(german.numbers).parseAll("zweieinhalb") == nil)
    }

    @Test(
        "a word for one that is an article, too, is a number alone and an hour",
        arguments: [
            ("un", 1), ("une", 1), ("un demi", 0.5), ("une et demie", 1.5), ("un million", 1e6), ("cent un", 101),
            ("une douzaine", 12), ("le", nil),
        ] as [(String, Double?)])
    func articlesOfOne(text: String, value: Double?) throws {
        var french = Language.english
        (french.numbers.units, french.numbers.articles) = (["un": 1, "une": 1, "deux": 2], ["un", "une", "le"])
        (french.numbers.hundreds, french.numbers.standingAlone) = (["cent"], ["cent"])
        (french.numbers.scales, french.numbers.collectives) = (["million": 1e6], ["douzaine": 12])
        (french.numbers.conjunctions, french.numbers.fractions) = (["et"], ["demi": 0.5, "demie": 0.5])
        #expect(NumberParser(french.numbers).parseAll(text) == value)
        (french.times.oclock, french.times.units) = (["heure"], ["heure": "hour"])
        let times = TimeParser(french.times, numbers: french.numbers)
        #expect(times.parseAll(.time, "une heure", today: .today) == "01:00")
        #expect(times.parseAll(.duration, "une heure", today: .today) == "PT1H")
        #expect(AnswerText("une", in: french).numbers() == .given([1]))
    }

    @Test(
        "a half stands directly behind a number where the language has no word between them",
        arguments: [
            ("iki buçuk", 2.5), ("eksi iki buçuk", -2.5), ("iki buçuk milyon", 2.5e6), ("buçuk", 0.5),
            ("iki çeyrek", 0.5), ("iki", 2),
        ] as [(String, Double)])
    func joinedHalves(text: String, value: Double) {
        var turkish = Language.english
        (turkish.numbers.units, turkish.numbers.scales) = (["iki": 2], ["milyon": 1e6])
        (turkish.numbers.conjunctions, turkish.numbers.signs) = ([], ["eksi"])
        turkish.numbers.fractions = ["buçuk": 0.5, "çeyrek": 0.25]
        turkish.times.units = ["saat": "hour"]
        #expect(NumberParser(turkish.numbers).parseAll(text) == value)
        let times = TimeParser(turkish.times, numbers: turkish.numbers)
        #expect(times.parseAll(.duration, "iki buçuk saat", today: .today) == "PT2H30M")
        #expect(NumberGrammar(turkish.numbers).accepts(["iki", "buçuk"]))
        #expect(NumberParser().parseAll("two half") == nil)
    }

    @Test(
        "a word for a quarter of an hour is a length, also several of them",
        arguments: [
            ("een kwartier", "PT15M"), ("drie kwartier", "PT45M"), ("een uur en een kwartier", "PT1H15M"),
            ("anderhalf kwartier", "PT22M30S"),
        ])
    func quarterHours(text: String, value: String) {
        var dutch = Language.english
        (dutch.numbers.units, dutch.numbers.fractions) = (["drie": 3], ["anderhalf": 1.5])
        (dutch.times.articles, dutch.times.conjunctions) = (["een"], ["en"])
        dutch.times.units = ["uur": "hour", "kwartier": "quarterHour"]
        let times = TimeParser(dutch.times, numbers: dutch.numbers)
        #expect(times.parseAll(.duration, text, today: .today) == value)
    }

    @Test("the words of a file may have capitals, hyphens and apostrophes, as people write them")
    func writtenWords() throws {
        var written = Language.english
        written.numbers.units["Siebzehn"] = 17
        written.numbers.compounds = ["quatre-vingt-deux": 82]
        written.numbers.ordinalSuffixes.insert(".")
        written.times.units["Minuten"] = "minute"
        written.times.weekdays["Montag"] = 1
        written.times.afterNoon.insert("de l'après-midi")
        written.elisions = ["l'", "s"]
        written.fillers.leading.append("S'il te plaît")
        written.questions?.joining?.insert("Und")
        written.questions?.negations.append("Nicht")
        written.questions?.units = ["Stunde", "Stunden"]
        written.questions?.unitsOfOne = ["Stunde"]
        let path = NSTemporaryDirectory() + "saybus-written-\(UUID().uuidString.prefix(13).lowercased()).json"
        try written.text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let language = try Language(contentsOf: path)
        #expect(NumberParser(language.numbers).parseAll("siebzehn") == 17)
        #expect(NumberParser(language.numbers).parseAll("quatre-vingt-deux") == 82)
        #expect(language.numbers.ordinalSuffixes.contains("."))
        let times = TimeParser(language.times, numbers: language.numbers)
        let day = try #require(CivilDate(year: 2026, month: 11, day: 27))
        #expect(times.parseAll(.duration, "siebzehn Minuten", today: day) == "PT17M")
        #expect(times.parseAll(.date, "Montag", today: day) == "2026-11-30")
        #expect(language.times.afterNoon.contains("de l après midi"))
        #expect(language.elisions == ["l", "s"] && language.fillers.leading.contains("s il te plaît"))
        #expect(language.questionWords.joiningWords.contains("und"))
        #expect(language.questionWords.negatingWords.contains("nicht"))
        #expect(language.questionWords.beforeValue.contains("i'd like"))
        #expect(language.questionWords.units == ["stunde", "stunden"])
        #expect(language.questionWords.unitsOfOne == ["stunde"])
    }

    @Test(
        "an ordinal in digits may have any suffix, also one that ends with another one",
        arguments: [("2e", 2), ("2ème", 2), ("1re", 1), ("1ère", 1), ("2è", nil)] as [(String, Double?)])
    func ordinalSuffixes(text: String, value: Double?) {
        var french = NumberVocabulary.english
        french.ordinalSuffixes = ["e", "ème", "re", "ère"]
        #expect(NumberParser(french).parseAll(text) == value)
    }

    @Test("a fraction that only begins with an ordinal needs no number before it")
    func germanFractions() {
        var german = NumberVocabulary.english
        (german.ordinals, german.fractions) = (["dritte": 3], ["drittel": 0.333])
        let parser = NumberParser(german)
        #expect(parser.parseAll("drittel") == 0.333 && parser.parseAll("two drittel") == 0.666)
        #expect(parser.parseAll("dritte") == 3)
    }

    @Test(
        "an ordinal may have an ordinal for its ten and one for its unit",
        arguments: [
            ("dwudziesty pierwszy", 21), ("dwudziesty", 20), ("pierwszy dwudziesty", nil), ("pierwszy pierwszy", nil),
        ]
            as [(String, Double?)])
    func ordinalTens(text: String, value: Double?) {
        var polish = NumberVocabulary.english
        polish.ordinals = ["pierwszy": 1, "dwudziesty": 20]
        #expect(NumberParser(polish).parseAll(text) == value)
        #expect(NumberParser(polish).isOrdinal("pierwszy"))
    }

    @Test("the numbers below 100 that no words of a language say are named")
    func missingNumbers() {
        #expect(Language.english.missingNumbers == [])
        var other = Language.english
        other.numbers.units["seven"] = nil
        #expect(other.missingNumbers == [7, 27, 37, 47, 57, 67, 77, 87, 97])
        other.numbers.compounds = ["twenty and seven": 27]
        (other.numbers.units["acht"], other.numbers.units["siebenunddreißig"]) = (7, 37)
        #expect(other.missingNumbers == [])
    }

    @Test("ten and a unit may be two words, as other tens and units are", arguments: [("on", 10), ("on bir", 11)])
    func tenAndUnit(text: String, value: Double) {
        var turkish = Language.english
        turkish.numbers.units = ["sıfır": 0]
        for (index, word) in ["bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz"].enumerated() {
            turkish.numbers.units[word] = index + 1
        }
        turkish.numbers.tens["on"] = 10
        #expect(NumberParser(turkish.numbers).parseAll(text) == value)
        #expect(NumberGrammar(turkish.numbers).accepts(text.split(separator: " ").map(String.init)))
        #expect(turkish.missingNumbers == [])
    }
}
