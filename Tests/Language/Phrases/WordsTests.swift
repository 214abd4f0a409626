import SaybusPhrases
import SaybusSupport
import SaybusTesting
import Testing

@Suite struct WordsTests {
    @Test(
        "punctuation and capitals have no meaning",
        arguments: [
            ("Call Kim, now!", ["call", "kim", "now"]), ("twenty-one", ["twenty", "one"]),
            ("3.5 times", ["3.5", "times"]),
            ("It's 7 o'clock.", ["it's", "7", "o'clock"]), ("what\u{2019}s up?", ["what's", "up"]),
            ("'quoted'", ["quoted"]), ("1,000 and 12,345,678.", ["1000", "and", "12345678"]),
            ("1,2,3 and 1,00", ["1", "2", "3", "and", "1", "00"]), ("1000,000", ["1000", "000"]),
            ("at 5 p.m. in the U.S.A.", ["at", "5", "pm", "in", "the", "usa"]), ("end.Start", ["end", "start"]),
            ("-5 and 3-5 and --5", ["-5", "and", "3", "5", "and", "5"]), ("\u{2212}5", ["-5"]),
            ("$5 & 10%", ["5", "10"]),
            ("v1.2.3", ["v1.2.3"]), ("CAFÉ Über", ["café", "über"]), ("\r\n \t", []), ("", []), ("...", []), ("'", []),
            ("🎵 play 🎵", ["play"]), ("3. Then", ["3", "then"]), ("a.", ["a"]), ("dogs' bowl", ["dogs", "bowl"]),
            ("é 1,000.25", ["é", "1000.25"]), ("x1,000", ["x1", "000"]),
            (".5 and -.5 and a.5", ["0.5", "and", "-0.5", "and", "a", "5"]), (".5.6", ["5.6"]),
            ("\u{2013}18 and - 18", ["-18", "and", "18"]), ("Hits - 80s", ["hits", "80s"]),
            ("noon \u{2013} 18", ["noon", "18"]),
            ("5 - 10 and 1\u{2013}2", ["5", "10", "and", "1", "2"]), ("+49 30", ["49", "30"]),
        ])
    func words(text: String, words: [String]) {
        #expect(Words.normalize(text) == words)
    }

    @Test(
        "digits of every script are numbers",
        arguments: [
            ("\u{661}\u{662} دقيقة", ["12", "دقيقة"]), ("٣\u{66B}٥", ["3.5"]), ("١\u{66C}٥٠٠", ["1500"]),
            ("१० मिनट", ["10", "मिनट"]), ("５", ["5"]), ("３．５", ["3.5"]), ("１０分", ["10", "分"]), ("-५", ["-5"]),
            ("٥", ["5"]), ("③ 三", ["③", "三"]), ("x²", ["x²"]),
        ])
    func scripts(text: String, words: [String]) {
        #expect(Words.normalize(text) == words)
        #expect(Words.normalize(words.joined(separator: " ")) == words)
    }

    @Test(
        "a fraction is one word with its value",
        arguments: [
            ("1/2 and 3/4", ["0.5", "and", "0.75"]), ("1 1/2 cups", ["1.5", "cups"]), ("1-1/2", ["1.5"]),
            ("-1 1/2", ["-1.5"]), ("½ or 1½ or 1 ½h", ["0.5", "or", "1.5", "or", "1.5h"]), ("-½", ["-0.5"]),
            ("1/3 é", ["0.333333333", "é"]), ("6/3", ["2"]), ("1/0", ["1/0"]), ("1 1/0", ["1-1/0"]),
            ("24/7 9/11", ["24", "7", "9", "11"]), ("1/2/2026", ["1", "2", "2026"]), ("1/2-3/4", ["1", "2", "3", "4"]),
            ("1\u{2044}2", ["0.5"]), ("x²", ["x²"]), ("12345678½", ["12345678½"]),
        ])
    func fractions(text: String, words: [String]) {
        #expect(Words.normalize(text) == words)
        #expect(Words.normalize(words.joined(separator: " ")) == words)
    }

    @Test(
        "points separate thousands and a comma the decimals where the language has a decimal comma",
        arguments: [
            ("1.500 Euro", ["1500", "euro"]), ("1.000.000", ["1000000"]), ("2,50 und 21,50", ["2.50", "und", "21.50"]),
            ("12.345,50", ["12345.50"]), ("-1.500,5", ["-1500.5"]), ("1,5", ["1.5"]), ("3.5", ["3.5"]),
            ("0.500", ["0.500"]), ("24.12.2026", ["24.12.2026"]), ("am 24.12.", ["am", "24.12"]),
            ("3. Mai", ["3", "mai"]),
            ("1,2,3", ["1", "2", "3"]), ("1,000,000", ["1000000"]), ("3,14159", ["3.14159"]), ("2.5 é", ["2.5", "é"]),
            ("v1.500", ["v1.500"]), ("1⅛", ["1.1250"]), (".5", ["0.5"]),
        ])
    func decimalComma(text: String, words: [String]) {
        let normalized = Words.tokenize(text, orthography: Orthography(decimalComma: true)).map(\.text)
        #expect(normalized == words)
        let again = Words.tokenize(normalized.joined(separator: " "), orthography: Orthography(decimalComma: true)).map(
            \.text)
        #expect(again == words, "what has been divided is divided alike again")
    }

    @Test("a comma and three decimals keep their value when the words are divided again")
    func threeDecimals() {
        let words = Words.tokenize("2,125", orthography: Orthography(decimalComma: true)).map(\.text)
        #expect(words.compactMap(Double.init) == [2.125])
        #expect(Words.tokenize(words[0], orthography: Orthography(decimalComma: true)).map(\.text) == words)
    }

    @Test("a comma after points between thousands is a decimal comma in every language")
    func pointsAndComma() {
        #expect(Words.normalize("12.345,50 euros") == ["12345.50", "euros"])
        #expect(Words.normalize("at 7,30") == ["at", "7", "30"])
        #expect(Words.normalize("1.500") == ["1.500"])
    }

    @Test(
        "an elided word is a word of its own where the language has it",
        arguments: [
            ("ouvre l'eau", ["ouvre", "l", "eau"], ["ouvre", "l", "eau"]),
            ("l\u{2019}eau d'Évian", ["l", "eau", "d", "evian"], ["l", "eau", "d", "Évian"]),
            ("qu'aujourd'hui", ["qu", "aujourdhui"], ["qu", "aujourd'hui"]), ("l' eau", ["l", "eau"], ["l", "eau"]),
            ("d'l'eau", ["d", "l", "eau"], ["d", "l", "eau"]), ("what's", ["whats"], ["what's"]),
        ])
    func elisions(text: String, keys: [String], written: [String]) {
        let french = Orthography(elisions: ["l", "d", "qu"])
        let tokens = Words.tokenize(text, orthography: french)
        #expect(tokens.map { $0.key.replacing("é", with: "e") } == keys)
        let characters = Array(text)
        #expect(tokens.map { String(characters[$0.range]) } == written)
        let again = Words.tokenize(tokens.map(\.text).joined(separator: " "), orthography: french)
        #expect(again.map(\.key) == tokens.map(\.key))
        #expect(Words.tokenize(text, limit: 1, orthography: french).count == 1)
    }

    @Test(
        "capitals are those of the language where it has an i without a dot",
        arguments: [
            ("IŞIĞI Aç", ["ışığı", "aç"]), ("İlaç ZAMANI", ["ilaç", "zamanı"]), ("KAPI", ["kapı"]),
            ("kim 5", ["kim", "5"]),
        ])
    func dotlessI(text: String, words: [String]) {
        let orthography = Orthography(dotlessI: true)
        #expect(Words.tokenize(text, orthography: orthography).map(\.text) == words)
        #expect(orthography.lowercased(text: text) == words.joined(separator: " "))
    }

    @Test("a language has an i without a dot by its tag", arguments: [("tr-TR", true), ("az", true), ("en", false)])
    func dotlessLanguages(tag: String, isDotless: Bool) {
        var language = Language.english
        language.numbers.language = tag
        #expect(language.orthography.dotlessI == isDotless)
    }

    @Test("words with ß and with ss are the same in comparisons")
    func sharpS() {
        let keys = ["Straße", "STRASSE", "Strasse", "STRAẞE"].map { Words.tokenize($0).map(\.key) }
        #expect(Set(keys) == [["strasse"]])
        #expect(Words.normalize("Straße") == ["straße"])
    }

    @Test(
        "the ranges of words are in characters",
        arguments: ["Call  Kim-Lee, it's 1,000!", "Call  Kïm-Lée,\r\nit\u{2019}s 1,000!"])
    func ranges(text: String) {
        let characters = Array(text)
        #expect(
            Words.tokenize(text).map { String(characters[$0.range]) } == [
                "Call", text.contains("ï") ? "Kïm" : "Kim", text.contains("é") ? "Lée" : "Lee",
                text.contains("'") ? "it's" : "it\u{2019}s", "1,000",
            ])
    }

    @Test("apostrophes are ignored in comparisons of words")
    func keys() {
        let keys = ["what's up", "what\u{2019}s up", "whats up", "WHATS UP"].map { Words.tokenize($0).map(\.key) }
        #expect(Set(keys) == [["whats", "up"]])
    }

    @Test("bytes and characters are divided into the same words")
    func bothWays() {
        var generator = SplitMix(seed: 11)
        let alphabet = Array("ab1.,'-+/ @A9")
        for _ in 0..<5000 {
            let text = String(
                (0..<Int.random(in: 0...14, using: &generator)).map { _ in
                    alphabet.randomElement(using: &generator) ?? "a"
                })
            let ascii = Words.tokenize(text)
            #expect(Words.tokenize(text + " é").dropLast() == ascii[...], "\(text)")
            #expect(ascii.allSatisfy { !$0.text.isEmpty && !$0.key.isEmpty })
        }
    }

    @Test("a huge text has a bounded number of words")
    func huge() {
        #expect(Words.tokenize(String(repeating: "word ", count: 100_000)).count == Words.maximumCount)
        #expect(Words.tokenize(String(repeating: "x", count: 1_000_000)).count == 1)
        #expect(Words.tokenize("one two three", limit: 2).map(\.text) == ["one", "two"])
        #expect(Words.tokenize("one", limit: 0).isEmpty)
        #expect(Words.tokenize("one", limit: -1).isEmpty)
    }
}
