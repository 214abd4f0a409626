import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import Testing

/// Lists that also accept words that are none of their values.
@Suite struct OpenListTests {
    private static let types = [
        Catalog.SlotType(
            name: "Drink",
            values: [.init(value: "coffee", id: "c"), .init(value: "orange juice", synonyms: ["juice"], id: "o")],
            isOpen: true)
    ]
    private let matcher = makeMatcher(
        ["Order": ["order @drink:Drink", "put @drink:Drink on the list"], "Alone": ["@drink:Drink"]], types: types)

    @Test(
        "a determiner before a value is no part of it",
        arguments: [
            ("order a coffee", "coffee"), ("order the coffee please", "coffee"), ("order some juice", "orange juice"),
            ("order an orange juice", "orange juice"), ("put my coffee on the list", "coffee"),
            ("order coffee", "coffee"),
        ])
    func determiners(text: String, value: String) throws {
        let found = try #require(matcher.match(text).first)
        #expect(found.type == "Order" && found.confidence > 0.8)
        let drink = try #require(found.parameters["drink"])
        #expect(drink.value == .text(value) && drink.confidence == 1)
        #expect(drink.resolution == Parameter.Resolution(.matched, id: value == "coffee" ? "c" : "o"))
        #expect(!drink.words.hasPrefix("a "))
    }

    @Test("the words and their place are those of the value")
    func words() throws {
        let drink = try #require(matcher.match("order some juice").first?.parameters["drink"])
        #expect(drink.words == "juice")
        #expect(drink.span == .init(start: 11, end: 16))
    }

    @Test("an exact pattern is surer than one whose value has a determiner, and that surer than one of any words")
    func confidence() throws {
        let matcher = makeMatcher(
            ["Any": ["order @what"], "Listed": ["order @drink:Drink"], "Exact": ["order a @drink:Drink"]],
            types: Self.types)
        #expect(matcher.match("order a coffee").map(\.type) == ["Exact", "Listed", "Any"])
    }

    @Test(
        "other words stay as they are, and a word that denies the value is a part of them",
        arguments: ["no coffee", "a strong coffee", "a coffee with milk", "a tea", "the", "two coffee", "every coffee"])
    func unmatched(words: String) throws {
        let found = try #require(matcher.match("order \(words)").first)
        #expect(found.parameters["drink"]?.value == .text(words))
        #expect(found.parameters["drink"]?.resolution == Parameter.Resolution(.unmatched))
    }

    @Test("without literal words only a value alone is meant")
    func alone() {
        #expect(matcher.match("coffee").map(\.type) == ["Alone"])
        #expect(matcher.match("the coffee").isEmpty)
    }

    @Test("apps with types of one name keep their own values")
    func twoApps() {
        let tea = Catalog.SlotType(name: "Drink", values: [.init(value: "tea")], isOpen: true)
        let patterns: KeyValuePairs = ["Order": ["order @drink:Drink"]]
        let matcher = PatternMatcher([
            makeCatalog(patterns, app: "one", types: Self.types), makeCatalog(patterns, app: "two", types: [tea]),
        ])
        #expect(matcher.match("order a coffee").map(\.app) == ["one", "two"])
        let found = matcher.match("order a tea")
        #expect(found.map(\.app) == ["two", "one"])
        #expect(found.first?.parameters["drink"]?.value == .text("tea"))
        #expect(found.last?.parameters["drink"]?.value == .text("a tea"))
    }

    @Test("a determiner is one of the language")
    func german() {
        var german = Language.english
        german.numbers.language = "de"
        (german.numbers.articles, german.times.articles) = (["ein"], ["ein", "einen"])
        german.questions?.determiners = ["der", "den"]
        (german.fillers.afterText, german.fillers.trailing) = (["bitte"], ["bitte"])
        let matcher = PatternMatcher(
            [makeCatalog(["Order": ["bestell @drink:Drink"]], types: Self.types)], language: german)
        let polite = ["bestell bitte einen coffee", "bestell bitte coffee", "bestell den coffee bitte"]
        for text in ["bestell einen coffee", "bestell den coffee", "bestell coffee"] + polite {
            let drink = matcher.match(text).first?.parameters["drink"]
            #expect(drink?.value == .text("coffee") && drink?.resolution?.status == .matched, "\(text)")
        }
        #expect(values(matcher, "bestell bitte tea") == ["drink": "tea"])
        #expect(values(matcher, "bestell the coffee") == ["drink": "the coffee"])
    }
}
