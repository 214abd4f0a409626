import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import Testing

@Suite struct PatternMatcherTests {
    @Test(
        "the values of parameters are the spoken words and numbers",
        arguments: [
            ("we want you @hero", "we want you Flash Gordon", ["hero": "Flash Gordon"]),
            ("Phone @person:String.", "phone aunt may", ["person": "aunt may"]),
            (
                "Tell @friend about @count:Number parties.", "tell jo ann about twenty one parties",
                ["friend": "jo ann", "count": "21"]
            ),
            (
                "@payer gave @payee @amount:Number dollars", "my boss gave lee two hundred and five dollars",
                ["payer": "my boss", "payee": "lee", "amount": "205"]
            ),
            (
                "@payer gave @payee @amount:Number dollars", "kim gave lee one and a half dollars",
                ["payer": "kim", "payee": "lee", "amount": "1.5"]
            ),
            (
                "@taker got @amount:Number euros from @giver.", "Sam got 1,200 euros from the bank",
                ["taker": "Sam", "amount": "1200", "giver": "the bank"]
            ),
            ("@tower to @file @rank:Number", "the rook to b three", ["tower": "the rook", "file": "b", "rank": "3"]),
            (
                "@man to rank @rank and file @file:Number", "king to rank a and file 7",
                ["man": "king", "rank": "a", "file": "7"]
            ),
            (
                "Put @man on file @file:Number rank @rank", "put it on file seven rank c",
                ["man": "it", "file": "7", "rank": "c"]
            ),
            ("@a and @b", "salt and pepper and oil", ["a": "salt", "b": "pepper and oil"]),
            ("@a @b", "one two three", ["a": "one", "b": "two three"]),
            ("@a:Number @b:Number", "twenty five seven", ["a": "25", "b": "7"]),
            ("@a:Number @b:Number", "one two", ["a": "1", "b": "2"]),
            ("@a:Number @b:Number", "2 hundred", nil),
            ("@n:Number @what", "two hundred birds", ["n": "200", "what": "birds"]),
            ("pick the @n:Number one", "pick the third one", ["n": "3"]),
            ("go to minus @n:Number", "go to minus five", ["n": "5"]),
            ("turn it to @n:Number", "turn it to minus three point five", ["n": "-3.5"]),
        ] as [(String, String, [String: String]?)])
    func parameters(pattern: String, text: String, expected: [String: String]?) {
        #expect(values(makeMatcher(pattern), text) == expected)
    }

    @Test(
        "literal words match regardless of punctuation, capitals and apostrophes",
        arguments: [
            ("who's there", "Who\u{2019}s there?"), ("who\u{2018}s there", "whos there"),
            ("Good morning!", "good morning"),
            ("knick knack", "Knick-knack."), ("meet at 5 p.m.", "meet at 5 pm"),
        ])
    func plain(pattern: String, text: String) {
        let hypotheses = makeMatcher(pattern).match(text)
        #expect(hypotheses.map(\.confidence) == [1])
        #expect(hypotheses.first?.matcher == pattern)
        #expect(hypotheses.first?.app == "app")
    }

    @Test(
        "a pattern matches only when it covers the whole utterance",
        arguments: [
            "", "   ", "?!", "call", "call kim", "call kim now or", "please", "kim now", "please call now",
            "call @ now",
        ])
    func whole(text: String) {
        #expect(makeMatcher("call @who now").match(text).isEmpty)
    }

    @Test("words and spans are those of the original text")
    func spans() throws {
        let text = "  Remind me: \"Buy milk, eggs & \u{1F35E}bread!\" in 2,500 minutes."
        let parameters = try #require(
            makeMatcher("remind me @what in @minutes:Number minutes").match(text).first?.parameters)
        let characters = Array(text)
        for parameter in parameters.values {
            let span = try #require(parameter.span)
            #expect(String(characters[span.start..<span.end]) == parameter.words)
        }
        #expect(parameters["what"]?.words == "Buy milk, eggs & \u{1F35E}bread")
        #expect(parameters["what"]?.value == .text("Buy milk, eggs & \u{1F35E}bread"))
        #expect(parameters["what"]?.type == "String")
        #expect(parameters["minutes"]?.words == "2,500")
        #expect(parameters["minutes"]?.value == .number(2500))
        #expect(parameters["minutes"]?.type == "Number")
    }

    @Test("a possessive does not belong to the value")
    func possessives() {
        let matcher = makeMatcher([
            "Day": ["when is @who\u{2019}s birthday"], "What": ["what's that"], "Go": ["go to @where"],
        ])
        #expect(values(matcher, "when is aunt May's birthday") == ["who": "aunt May"])
        #expect(values(matcher, "when is may\u{2019}s birthday") == ["who": "may"])
        #expect(matcher.match("what's that").map(\.confidence) == [1])
        #expect(values(matcher, "go to kim's house") == ["where": "kim's house"])
        let span = matcher.match("when is Bo's birthday").first?.parameters["who"]?.span
        #expect(span == Parameter.Span(start: 8, end: 10))
    }

    @Test("literal words are preferred to numbers, and numbers to open parameters")
    func ranking() {
        let matcher = makeMatcher([
            "Any": ["@what"], "Open": ["play @what"], "Count": ["play @n:Number"], "Exact": ["play seven"],
        ])
        #expect(matcher.match("play seven").map(\.type) == ["Exact", "Count", "Open", "Any"])
        #expect(matcher.match("play eight").map(\.type) == ["Count", "Open", "Any"])
        #expect(matcher.match("play jazz").map(\.type) == ["Open", "Any"])
        #expect(matcher.match("sing").map(\.type) == ["Any"])
        let confidences = matcher.match("play seven").map(\.confidence)
        #expect(confidences.first == 1)
        #expect(confidences == confidences.sorted(by: >))
        #expect(confidences.allSatisfy { 0.5...1 ~= $0 })
    }

    @Test("ties are decided by the catalog's order, and a command occurs once, with its best pattern")
    func ties() {
        let first = makeCatalog(["A": ["stop @x"], "B": ["stop @y", "stop it"]], app: "one")
        let second = makeCatalog(["A": ["stop @z"]], app: "two")
        func names(_ text: String, _ catalogs: [Catalog]) -> [String] {
            PatternMatcher(catalogs).match(text).map { "\($0.app) \($0.type)" }
        }
        #expect(names("stop that", [first, second]) == ["one A", "one B", "two A"])
        #expect(names("stop that", [second, first]) == ["two A", "one A", "one B"])
        #expect(names("stop it", [second, first]) == ["one B", "two A", "one A"])
    }

    @Test("there are at most ten hypotheses, even when a thousand commands match")
    func bounded() {
        let commands = (0..<1000).map { Catalog.Command(type: "C\($0)", patterns: ["go @p\($0)", "@x\($0) go"]) }
        let hypotheses = PatternMatcher([Catalog(app: "app", commands: commands)]).match("go home")
        #expect(hypotheses.map(\.type) == (0..<10).map { "C\($0)" })
    }

    @Test(
        "words of politeness and hesitation are skipped when nothing else matches, at a small cost",
        arguments: [
            ("um call kim", 1), ("could you please call kim", 3), ("call kim please", 1),
            ("okay so call kim uh thank you", 5),
            ("call kim", 0),
        ])
    func fillers(text: String, skipped: Int) throws {
        let hypothesis = try #require(makeMatcher("call kim").match(text).first)
        #expect(abs(hypothesis.confidence - (1 - 0.02 * Double(skipped))) < 1e-9)
    }

    @Test("an exact match keeps words that are otherwise skipped")
    func exactFillers() {
        let matcher = makeMatcher(["Bye": ["so long"], "Say": ["say @what"], "Thank": ["thank you"]])
        #expect(matcher.match("so long").map(\.confidence) == [1])
        #expect(matcher.match("um so long").map(\.confidence) == [0.98])
        #expect(matcher.match("thank you").map(\.type) == ["Thank"])
        #expect(values(matcher, "say please") == ["what": "please"])
        #expect(values(matcher, "say thank you") == ["what": "thank you"])
        #expect(values(matcher, "say cheese please") == ["what": "cheese"])
        let list = makeMatcher(["Add": ["add @item to the list"]])
        #expect(values(list, "add milk please to the list") == ["item": "milk"])
        #expect(values(list, "add please to the list") == ["item": "please"])
        #expect(matcher.match("um please").isEmpty)
        #expect(matcher.match("um").isEmpty)
    }

    @Test("a phrase of politeness of several words is no part of an open parameter")
    func politePhrases() {
        var spanish = Language.english
        spanish.fillers.afterText = ["favor", "por favor"]
        let catalog = makeCatalog(["Call": ["llama a @who"], "Add": ["pon @item en la lista"]])
        let matcher = PatternMatcher([catalog], language: spanish)
        #expect(values(matcher, "llama a mamá por favor") == ["who": "mamá"])
        #expect(values(matcher, "pon pan y leche por favor en la lista") == ["item": "pan y leche"])
        #expect(values(matcher, "llama a un favor") == ["who": "un"])
        #expect(values(matcher, "llama a por favor") == ["who": "por favor"])
    }

    @Test(
        "a negation before the second part of a verb is no part of an open parameter, and the command is not carried out"
    )
    func separableVerbs() {
        var german = Language.english
        german.numbers.language = "de"
        german.questions?.prohibiting = ["nicht", "nie"]
        let patterns: KeyValuePairs = ["Call": ["ruf[e] @who an"], "Write": ["schreib @what"]]
        let matcher = PatternMatcher([makeCatalog(patterns)], language: german)
        #expect(values(matcher, "ruf Anna an") == ["who": "Anna"])
        #expect(values(matcher, "rufe Anna nicht an") == nil)
        #expect(values(matcher, "schreib das nicht auf") == ["what": "das nicht auf"])
        let english = makeMatcher("put @what on")
        #expect(values(english, "put forget me not on") == ["what": "forget me not"])
    }

    @Test(
        "a negation behind the verb is no part of an open parameter, in a language that negates there",
        arguments: [
            ("de", "ruf nicht Anna an", nil), ("de", "ruf bitte nicht Anna an", nil), ("de", "ruf nicht an", nil),
            ("de", "ruf Anna an", "Anna"), ("de", "setze keine Milch auf die Liste", nil),
            ("de", "setze Milch nicht auf die Liste", nil), ("de", "setze Milch auf die Liste", "Milch"),
            ("de", "erinnere mich daran nicht zu rauchen", "nicht zu rauchen"),
            ("de", "bitte ruf nicht Anna an", nil),
            ("de", "wie sagt man ich rauche nicht auf Englisch", "ich rauche nicht"),
            ("es", "setze keine Milch auf die Liste", "keine Milch"), ("fr", "note pas le lait", nil),
            ("fr", "note ne pas oublier le lait", "ne pas oublier le lait"),
            ("fr", "traduis je ne sais pas en anglais", "je ne sais pas"),
        ] as [(String, String, String?)])
    func negationBehindVerb(language: String, text: String, value: String?) {
        var words = Language.english
        words.numbers.language = language
        words.questions?.prohibiting = ["nicht", "keine", "ne", "pas"]
        words.functionWords.insert("wie")
        words.fillers.afterText = ["bitte"]
        let patterns: KeyValuePairs = [
            "Call": ["[bitte] ruf @what an"], "List": ["setze @what auf die liste"],
            "Reminder": ["erinnere mich daran @what"], "Note": ["note @what"],
            "Translation": ["(wie sagt man @what auf englisch|traduis @what en anglais)"],
        ]
        let matcher = PatternMatcher([makeCatalog(patterns)], language: words)
        #expect(values(matcher, text) == value.map { ["what": $0] })
    }

    @Test(
        "a please behind the verb is no part of an open parameter, except in English, where it begins a title",
        arguments: [
            ("de", "ruf bitte Anna an", "Anna"), ("de", "ruf bitte Anna bitte an", "Anna"),
            ("de", "ruf bitte an", "bitte"),
            ("en", "ruf bitte Anna an", "bitte Anna"),
        ])
    func pleaseBehindVerb(language: String, text: String, value: String) {
        var words = Language.english
        (words.numbers.language, words.fillers.afterText) = (language, ["bitte"])
        let matcher = PatternMatcher([makeCatalog(["Call": ["ruf @what an"]])], language: words)
        #expect(values(matcher, text) == ["what": value])
    }

    @Test("matching the same text again gives the same hypotheses")
    func deterministic() {
        let commands = (0..<50).map { Catalog.Command(type: "C\($0)", patterns: ["@a go @b", "go @n:Number", "@x"]) }
        let catalog = Catalog(app: "app", commands: commands)
        let expected = PatternMatcher([catalog]).match("go go five")
        for _ in 0..<10 { #expect(PatternMatcher([catalog]).match("go go five") == expected) }
    }

    @Test("of hundreds of patterns with open parameters of their own, the one whose words were said matches")
    func manyOpenSlots() {
        let commands = (0..<300).map {
            Catalog.Command(type: "C\($0)", patterns: ["@a\($0) by @b\($0) at word\($0) @c\($0)"])
        }
        let matcher = PatternMatcher([Catalog(app: "app", commands: commands)])
        for number in [0, 31, 32, 33, 299] {
            let found = matcher.match("blue sky by the band at word\(number) by noon")
            #expect(found.map(\.type) == ["C\(number)"])
            #expect(found.first?.parameters["c\(number)"]?.value == .text("by noon"))
        }
    }

    @Test("without catalogs or commands nothing is understood")
    func empty() {
        #expect(PatternMatcher([]).match("hello").isEmpty)
        #expect(PatternMatcher([]).revision == nil)
        #expect(PatternMatcher([Catalog(app: "gone", commands: [])]).match("hello").isEmpty)
    }

    @Test("the merged revision names all catalogs, independent of their order")
    func revisions() {
        let one = makeCatalog(["A": ["a"]], app: "one")
        let two = makeCatalog(["A": ["a"]], app: "two")
        #expect(PatternMatcher([two, one]).revision == "\(one.revision)+\(two.revision)")
        #expect(PatternMatcher([one, two]).revision == PatternMatcher([two, one]).revision)
        #expect(PatternMatcher([one]).revision == one.revision)
    }
}
