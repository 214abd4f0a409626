import Foundation
import Testing

@testable import SaybusPhrases

@Suite("Language files")
struct LanguageTests {
    private func file(_ text: String) throws -> String {
        let path = NSTemporaryDirectory() + "saybus-language-\(UUID().uuidString.prefix(13).lowercased()).json"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test("a language is written and read unchanged")
    func roundTrip() throws {
        let path = try file(Language.english.text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let read = try Language(contentsOf: path)
        #expect(
            read.numbers == .english && read.times == .english && read.functionWords == Language.english.functionWords)
        #expect(read.text == Language.english.text)
    }

    @Test("numbers and times are understood with the words of a file, without any English word")
    func other() throws {
        var german = Language.english
        german.numbers.units = ["null": 0, "eins": 1, "zwei": 2, "drei": 3, "sieben": 7, "zehn": 10]
        german.numbers.hundreds = ["hundert"]
        german.numbers.points = ["komma"]
        german.times.days = ["morgen": 1]
        german.times.startingFrom = ["ab"]
        german.times.units = ["tage": "day", "stunden": "hour"]
        let path = try file(german.text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let language = try Language(contentsOf: path)
        func number(_ text: String) -> Double? {
            let tokens = Words.tokenize(text)
            return NumberParser(language.numbers).prefixes(of: tokens[...]).first { $0.count == tokens.count }?.value
        }
        #expect(number("zwei hundert sieben") == 207)
        #expect(number("drei komma sieben") == 3.7)
        #expect(number("seven") == nil)
        let times = TimeParser(language.times, numbers: language.numbers)
        let today = try #require(CivilDate(year: 2026, month: 11, day: 21))
        #expect(times.parseAll(.date, "zwei tage ab morgen", today: today) == "2026-11-24")
        #expect(times.parseAll(.duration, "drei stunden", today: today) == "PT3H")
        #expect(times.parseAll(.date, "tomorrow", today: today) == nil)
    }

    @Test("numbers of one word, numbers that are no sum, and times with the hour in their middle are understood")
    func wordOrder() throws {
        var (german, french) = (Language.english, Language.english)
        german.numbers.units.merge(["sieben": 7, "acht": 8, "dreißig": 30, "einundzwanzig": 21]) { $1 }
        (german.numbers.hundreds, german.numbers.standingAlone) = (["hundert"], ["hundert", "tausend"])
        german.numbers.scales = ["tausend": 1000, "tausend hundert": 1100]
        (german.times.oclock, german.times.hourWords) = (["uhr"], ["uhr"])
        (german.times.beforeHour, german.times.afterNoon) = (["halb": 30, "viertel vor": 15], ["abends"])
        french.numbers.units.merge(["sept": 7, "dix": 10, "trente": 30]) { $1 }
        french.numbers.tens = ["soixante": 60, "vingt": 20]
        french.numbers.compounds = ["soixante dix": 70, "vingt et un": 21, "quatre vingt dix sept": 97]
        (french.numbers.hundreds, french.numbers.standingAlone) = (["cent"], ["cent", "mille"])
        french.numbers.scales = ["mille": 1000]
        (french.times.oclock, french.times.hourWords) = (["heures"], ["heures"])
        french.times.afterHour = ["et demie": 30, "moins le quart": -15]
        let day = try #require(CivilDate(year: 2026, month: 11, day: 27))
        for (language, numbers, times) in [
            (
                german,
                [
                    "einundzwanzig": 21, "hundert": 100, "hundert acht": 108, "acht hundert": 800, "tausend": 1000,
                    "tausend hundert": 1100,
                ],
                [
                    "sieben uhr dreißig": "07:30", "halb acht": "07:30", "halb acht abends": "19:30",
                    "acht uhr": "08:00",
                    "viertel vor sieben": "06:45",
                ]
            ),
            (
                french,
                [
                    "soixante dix": 70, "soixante sept": 67, "vingt et un": 21, "quatre vingt dix sept": 97,
                    "cent sept": 107, "mille cent": 1100,
                ],
                [
                    "sept heures et demie": "07:30", "sept heures moins le quart": "06:45",
                    "sept heures trente": "07:30", "vingt et un heures": "21:00",
                ]
            ),
        ] {
            for (text, value) in numbers {
                #expect(NumberParser(language.numbers).parseAll(text) == Double(value), "\(text)")
            }
            let parser = TimeParser(language.times, numbers: language.numbers)
            for (text, time) in times { #expect(parser.parseAll(.time, text, today: day) == time, "\(text)") }
        }
    }

    @Test(
        "numbers from 100 on are understood as one word where the language joins words",
        arguments: [
            ("zweihundertfünfzig", 250), ("zweitausend", 2000), ("zweitausend zweihundertfünfzig", 2250),
            ("zweitausendeinhundert", 2100), ("hunderteinundzwanzig", 121), ("einhundert", 100),
            ("dreizehnhundert", 1300),
            ("zwei millionen dreihunderttausend", 2_300_000), ("hundertunddrei", 103), ("zweihundertste", 200),
            ("zweihundertdritte", 203), ("zweihundertdreißig", 230), ("zweihundertdreissig", 230),
            ("zwei hundert", 200),
            ("zweihundertfünf euro", nil), ("hundertschaft", nil), ("hundertzwei drei", nil),
        ] as [(String, Double?)])
    func joinedNumbers(text: String, value: Double?) {
        var german = NumberVocabulary.english
        german.units = ["eins": 1, "zwei": 2, "drei": 3, "fünf": 5, "dreizehn": 13, "einundzwanzig": 21]
        (german.tens, german.articles, german.conjunctions) = (["fünfzig": 50, "dreißig": 30], ["ein"], ["und"])
        (german.hundreds, german.standingAlone) = (["hundert"], ["hundert", "tausend"])
        german.scales = ["tausend": 1000, "millionen": 1e6]
        (german.ordinals, german.ordinalScales) = (["dritte": 3], ["hundertste": 100])
        #expect(text.contains(" ") || NumberParser(german).parseAll(text) == nil)
        german.joinsWords = true
        let parser = NumberParser(german)
        #expect(parser.parseAll(text) == value)
        #expect(parser.isOrdinal("zweihundertdritte") && !parser.isOrdinal("zweihundertdrei"))
    }

    @Test(
        "hundreds may have words of their own",
        arguments: [
            ("doscientos cincuenta", 250), ("doscientos", 200), ("dos mil doscientos", 2200),
            ("doscientos mil", 200_000), ("doscientos dos mil quinientos", 202_500), ("doscientos doscientos", nil),
        ] as [(String, Double?)])
    func severalHundreds(text: String, value: Double?) {
        var spanish = NumberVocabulary.english
        (spanish.units, spanish.tens) = (["dos": 2], ["cincuenta": 50])
        (spanish.scales, spanish.conjunctions) = (["mil": 1000], ["y"])
        spanish.severalHundreds = ["doscientos": 200, "quinientos": 500]
        #expect(NumberParser(spanish).parseAll(text) == value)
        #expect(NumberGrammar(spanish).accepts(["doscientos", "cincuenta"]))
    }

    @Test("a file with a word for several hundreds that is no whole hundred is refused with the word")
    func severalHundredsChecked() throws {
        for value in [5, 250, 1000] {
            var spanish = Language.english
            spanish.numbers.severalHundreds = ["doscientos": 200, "quinientos": value]
            let path = try file(spanish.text)
            defer { try? FileManager.default.removeItem(atPath: path) }
            let error = #expect(throws: LanguageError.self) { try Language(contentsOf: path) }
            let words = "numbers.severalHundreds: quinientos is \(value), but must be a whole hundred from 100 to 900"
            #expect(error?.reason.hasSuffix(words) == true, "\(error?.reason ?? "")")
        }
    }

    @Test(
        "a file with a value of a unit, a part of the day, a season, a day or a month that is none is refused with its word",
        arguments: [
            ("units", "minuten is minuten, but must be one of"),
            ("dayParts", "abend is abend, but must be one of AF, EV, MO, NI"),
            ("seasons", "winter is winter, but must be one of FA,"),
            ("weekdays", "montag is 0, but must be from 1 to 7"),
            ("months", "januar is 13, but must be from 1 to 12"),
        ])
    func valuesChecked(table: String, words: String) throws {
        var german = Language.english
        switch table {
        case "units": german.times.units["minuten"] = "minuten"
        case "dayParts": german.times.dayParts["abend"] = "abend"
        case "seasons": german.times.seasons["winter"] = "winter"
        case "weekdays": german.times.weekdays["montag"] = 0
        default: german.times.months["januar"] = 13
        }
        let path = try file(german.text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = #expect(throws: LanguageError.self) { try Language(contentsOf: path) }
        #expect(error?.reason.contains("times.\(table): \(words)") == true, "\(error?.reason ?? "")")
    }

    @Test(
        "a conjunction between ten and unit, fractions without an article, and decimals as one number are understood",
        arguments: [
            ("treinta y cinco", 35), ("doscientos treinta y cinco", 235), ("treinta y cinco mil", 35_000),
            ("treinta", 30), ("treinta cinco", 35), ("dos y medio", 2.5), ("treinta y medio", 30.5),
            ("tres coma catorce", 3.14), ("tres coma treinta y cinco", 3.35), ("tres coma cinco", 3.5),
            ("dos coma doscientos treinta y cinco", 2.235), ("cinco y dos", nil), ("treinta y", nil),
            ("treinta y catorce", nil),
        ] as [(String, Double?)])
    func tensConjunctions(text: String, value: Double?) {
        var spanish = NumberVocabulary.english
        (spanish.units, spanish.tens) = (["dos": 2, "tres": 3, "cinco": 5, "catorce": 14], ["treinta": 30])
        (spanish.severalHundreds, spanish.scales) = (["doscientos": 200], ["mil": 1000])
        (spanish.articles, spanish.conjunctions, spanish.tensConjunctions) = ([], ["y"], ["y"])
        (spanish.fractions, spanish.points, spanish.decimalSign) = (["medio": 0.5], ["coma"], ",")
        #expect(NumberParser(spanish).parseAll(text) == value)
        let grammar = NumberGrammar(spanish)
        #expect(
            grammar.accepts(["treinta", "y", "cinco"]) && grammar.accepts(["doscientos", "treinta", "y", "cinco"]))
        let expressions = NumberExpressions(vocabulary: spanish)
        #expect(expressions.cardinals(35...35) == .phrases(["treinta y cinco"]))
    }

    @Test("the phrases for a place among options are of the language")
    func places() throws {
        var german = Language.english
        german.numbers.language = "de"
        (german.numbers.units, german.numbers.ordinals) = (["eins": 1, "zwei": 2], ["erste": 1, "zweite": 2])
        german.questions?.beforeValue = ["die"]
        german.questions?.afterValue = ["bitte"]
        german.questions?.determiners = ["die"]
        german.questions?.last = ["[das] letzte"]
        let phrases = AnswerPhrases.choice(of: [["Rot"], ["Blau"]], in: german)
        #expect(phrases.contains("[das] letzte") && !phrases.contains { $0.contains("the") }, "\(phrases)")
        let texts = try phrases.flatMap { try PhraseTemplate($0).expression.texts(limit: 500) ?? [] }
        let said = texts.map { Words.normalize($0.text).joined(separator: " ") }
        #expect(said.contains("die zweite bitte"), "\(said)")
    }

    @Test("a phrase for not knowing that begins with the language's no is none")
    func unsure() {
        var questions = QuestionVocabulary.english
        questions.unsure = ["no sé", "no lo sé"]
        var spanish = Language.english
        spanish.questions = questions
        for text in ["no sé", "no lo sé"] { #expect(AnswerText(text, in: spanish).agreement() == .rejected) }
        #expect(AnswerText("no", in: spanish).agreement() == .given([false]))
    }

    @Test(
        "an answer may name the question's day in another way, and another day contradicts it",
        arguments: [
            ("On Sunday?", "yes, tomorrow", false), ("A table today?", "yes, tonight", false),
            ("Tomorrow?", "yes, on sunday", false), ("On Sunday?", "yes, on monday", true),
            ("Tomorrow?", "yes, the day after tomorrow", true), ("On Monday?", "yes, the day after tomorrow", false),
            ("At once?", "yes, tomorrow", false),
        ])
    func daysOfAnswers(question: String, answer: String, contradicts: Bool) throws {
        let saturday = try #require(CivilDate(year: 2026, month: 11, day: 28))
        let text = AnswerText(answer, in: .english)
        #expect(text.contradicts(question, today: saturday) == contradicts)
    }

    @Test("words of a file that are written with ß are understood with ss, too")
    func sharpS() throws {
        var german = Language.english
        german.numbers.units["dreißig"] = 30
        german.times.units["dreißigstel"] = "second"
        german.functionWords.insert("weiß")
        let path = try file(german.text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let language = try Language(contentsOf: path)
        #expect(language.functionWords.isSuperset(of: ["weiß", "weiss"]))
        for numbers in [language.numbers, german.numbers] {
            #expect(NumberParser(numbers).parseAll("dreißig") == 30)
            #expect(NumberParser(numbers).parseAll("DREISSIG") == 30)
        }
        let times = TimeParser(german.times, numbers: german.numbers)
        #expect(times.parseAll(.duration, "5 dreissigstel", today: .today) == "PT5S")
    }

    @Test("a file with words about questions has these, and a file without them has those of English")
    func questions() throws {
        var german = Language.english
        german.questions?.cancel = ["vergiss es", "abbrechen"]
        german.questions?.pardon = ["wie bitte"]
        german.questions?.excluding = ["alles außer"]
        german.questions?.neutral = ["keine Sorge"]
        german.questions?.joining = nil
        var plain = Language.english
        plain.questions = nil
        let paths = try [file(german.text), file(plain.text)]
        defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
        let words = try paths.map { try Language(contentsOf: $0).questionWords }
        #expect(Set(words[0].cancel) == ["vergiss es", "abbrechen"])
        #expect(words[0].pardon == ["wie bitte"] && words[0].excludingPhrases == ["alles außer"])
        #expect(words[0].neutralPhrases == ["keine Sorge"] && words[0].joiningWords.contains("or"))
        #expect(words[1] == .english)
    }

    @Test("a file has sentences about timers of its own, and one with a value that a sentence cannot have is refused")
    func schedule() throws {
        var german = Language.english
        german.schedule?.remaining = "{label}: noch {left}."
        german.schedule?.kinds["alarm"] = "Wecker"
        var wrong = german
        wrong.schedule?.late = "{label} war vor {left} fällig."
        let paths = try [file(german.text), file(wrong.text)]
        defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
        let words = try Language(contentsOf: paths[0]).scheduleWords
        #expect(words == german.schedule)
        #expect(
            SentenceTemplate.fill(words.remaining, ["label": "Nudeln", "left": "5 Minuten"])
                == "Nudeln: noch 5 Minuten.")
        let error = #expect(throws: LanguageError.self) { try Language(contentsOf: paths[1]) }
        #expect(error?.reason.hasSuffix("schedule.late has {left}, and may have {ago} and {label}") == true)
    }

    @Test("a file has sentences of its own, those that it lacks are English, and unknown names and values are refused")
    func sentences() throws {
        var german = Language.english
        german.sentences = ["notANumber": "„{words}“ ist keine Zahl."]
        var unknown = german
        unknown.sentences?["greeting"] = "Hallo."
        var wrong = german
        wrong.sentences?["tooSmall"] = "{number} ist kleiner als {most}."
        let paths = try [german, unknown, wrong].map { try file($0.text) }
        defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
        let language = try Language(contentsOf: paths[0])
        #expect(BuiltInSentence.notANumber.text(["words": "elf {x}"], in: language) == "„elf {x}“ ist keine Zahl.")
        #expect(BuiltInSentence.helpYesNo.text(in: language) == "You can say yes or no.")
        for (path, words) in [
            (paths[1], #"sentences: there is no sentence "greeting""#),
            (paths[2], "sentences: tooSmall has {most}, and may have {least} and {number}"),
        ] {
            let error = #expect(throws: LanguageError.self) { try Language(contentsOf: path) }
            #expect(error?.reason.hasSuffix(words) == true, "\(error?.reason ?? "")")
        }
    }

    @Test("a pattern that cannot be used is refused with its list, and those of English can all be used")
    func patterns() throws {
        #expect(Language.english.patternProblem == nil)
        var wrong = Language.english
        wrong.questions?.help.append("hilf (mir")
        let path = try file(wrong.text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = #expect(throws: LanguageError.self) { try Language(contentsOf: path) }
        #expect(error?.code == .syntax)
        #expect(
            error?.reason.contains(#"questions.help: "hilf (mir" is no pattern: "#) == true, "\(error?.reason ?? "")")
    }

    @Test(
        "an invalid or incomplete file is refused with its name and the missing part",
        arguments: [
            ("[", LanguageError.Code.syntax, "no JSON"), ("{}", .incomplete, "numbers"),
            (#"{"numbers": 5}"#, .incomplete, "numbers is not"),
        ])
    func refused(_ text: String, _ code: LanguageError.Code, _ words: String) throws {
        let path = try file(text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = #expect(throws: LanguageError.self) { try Language(contentsOf: path) }
        #expect(error?.code == code)
        #expect(
            error?.reason.contains(words) == true && error?.reason.hasPrefix(path) == true, "\(error?.reason ?? "")")
        let none = #expect(throws: LanguageError.self) { try Language(contentsOf: "/nowhere/de.json") }
        #expect(none?.code == .unreadable)
    }

    @Test("a file in another encoding is not called a file without JSON")
    func encoding() throws {
        let path = try file("")
        defer { try? FileManager.default.removeItem(atPath: path) }
        // {"ü"} in Latin 1.
        try Data([0x7B, 0x22, 0xFC, 0x22, 0x7D]).write(to: URL(filePath: path))
        let error = #expect(throws: LanguageError.self) { try Language(contentsOf: path) }
        #expect(error?.code == .syntax && error?.reason.contains("UTF-8") == true, "\(error?.reason ?? "")")
    }

    @Test(
        "phrases of skills that a German file still has in English count as absent, and the built-in German ones count")
    func untranslatedSkills() throws {
        var german = Language.english
        german.numbers.language = "de"
        german.skills?.intents["StopIntent"] = ["basta"]
        let path = try file(german.text)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let words = SkillVocabulary.words(for: "de-DE", in: try Language(contentsOf: path))
        #expect(words.open == SkillVocabulary.german.open)
        #expect(words.close == SkillVocabulary.german.close)
        #expect(words.notUnderstood == SkillVocabulary.german.notUnderstood)
        #expect(words.intents["StopIntent"] == ["basta"])
        #expect(words.intents["HelpIntent"] == SkillVocabulary.german.intents["HelpIntent"])
        #expect(words.intents["YesIntent"] == SkillVocabulary.german.intents["YesIntent"])
        #expect(SkillVocabulary.words(for: "en-US", in: .english) == .english)
        var filipino = Language.english
        filipino.numbers.language = "fil"
        filipino.skills?.open = ["buksan <name>"]
        #expect(SkillVocabulary.words(for: "fil-PH", in: filipino).open == ["buksan <name>"])
        #expect(SkillVocabulary.words(for: "fi-FI", in: filipino) == .english)
    }
}
