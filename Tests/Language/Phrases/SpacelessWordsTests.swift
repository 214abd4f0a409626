import Testing

@testable import SaybusPhrases

@Suite struct SpacelessWordsTests {
    @Test(
        "in text without spaces, a number and a word that counts behind it are words of their own",
        arguments: [
            ("三十分のタイマー", ["三十", "分", "のタイマー"]), ("5分のタイマー", ["5", "分", "のタイマー"]),
            ("5 分のタイマー", ["5", "分", "のタイマー"]), ("分類", ["分類"]), ("台所の電気", ["台所の電気"]),
            ("7時半に起こして", ["7", "時", "半", "に起こして"]), ("3番目の曲", ["3番目", "の曲"]),
            ("½分", ["0.5", "分"]),
            ("音量を二十五に", ["音量を", "二十", "五", "に"]), ("1,000円とA4用紙", ["1000", "円と", "a4", "用紙"]),
        ])
    func withoutSpaces(text: String, words: [String]) {
        var japanese = Language.english
        japanese.numbers.language = "ja"
        (japanese.numbers.units, japanese.numbers.tens) = (["五": 5], ["二十": 20, "三十": 30])
        japanese.numbers.ordinalSuffixes = ["番目"]
        (japanese.times.units, japanese.times.oclock) = (["分": "minute"], ["時"])
        (japanese.times.hourWords, japanese.times.afterHour) = (["時"], ["半": 30])
        let tokens = Words.tokenize(text, orthography: japanese.orthography)
        #expect(tokens.map(\.text) == words)
        let characters = Array(text)
        for token in tokens where token.text.allSatisfy(\.isLetter) {
            #expect(String(characters[token.range]) == token.text)
        }
    }
}
