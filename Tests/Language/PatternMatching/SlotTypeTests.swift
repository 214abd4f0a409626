import SaybusMessages
import SaybusPatternMatching
import Testing

@Suite struct SlotTypeTests {
    private let rooms = Catalog.SlotType(
        name: "Room",
        values: [
            .init(value: "Kitchen", synonyms: ["galley"]),
            .init(value: "Living Room", synonyms: ["lounge", "front room"]),
            .init(value: "Living", synonyms: ["kitchen"]), .init(value: "Grandma's", synonyms: ["!"]),
        ])

    @Test(
        "a spoken value or synonym of a list gives the value",
        arguments: [
            ("light the kitchen", "Kitchen", "kitchen"), ("light the GALLEY!", "Kitchen", "GALLEY"),
            ("light the living-room", "Living Room", "living-room"),
            ("light the front room", "Living Room", "front room"),
            ("light the living", "Living", "living"), ("light the grandmas", "Grandma's", "grandmas"),
        ])
    func canonical(text: String, value: String, words: String) {
        let parameter = makeMatcher("light the @room:Room", types: [rooms]).match(text).first?.parameters["room"]
        #expect(parameter?.value == .text(value))
        #expect(parameter?.words == words)
        #expect(parameter?.type == "Room")
    }

    @Test(
        "other words do not match",
        arguments: ["light the garden", "light the front", "light the kitchen galley", "light the"])
    func others(text: String) {
        #expect(makeMatcher("light the @room:Room", types: [rooms]).match(text).isEmpty)
    }

    @Test("a longer value is preferred when the rest still matches")
    func longest() {
        let open = makeMatcher("@room:Room @rest", types: [rooms])
        #expect(values(open, "living room light") == ["room": "Living Room", "rest": "light"])
        #expect(values(open, "living room") == ["room": "Living", "rest": "room"])
        #expect(
            values(makeMatcher("@x @room:Room", types: [rooms]), "in the living room") == [
                "x": "in the", "room": "Living Room",
            ])
    }

    @Test("types are valid in their own app only")
    func scope() {
        let one = makeCatalog(["A": ["go @x:T"]], app: "one", types: [.init(name: "T", values: [.init(value: "left")])])
        let two = makeCatalog(
            ["A": ["go @x:T"]], app: "two", types: [.init(name: "T", values: [.init(value: "right")])])
        let matcher = PatternMatcher([one, two])
        #expect(matcher.match("go left").map(\.app) == ["one"])
        #expect(matcher.match("go right").map(\.app) == ["two"])
        #expect(matcher.problems.isEmpty)
    }

    @Test("the built-in types cannot be redefined")
    func builtIn() {
        let types = ["Number", "String"].map { Catalog.SlotType(name: $0, values: [.init(value: "red")]) }
        #expect(values(makeMatcher("@n:Number", types: types), "five") == ["n": "5"])
        #expect(values(makeMatcher("@s:String", types: types), "blue sky") == ["s": "blue sky"])
    }

    @Test("a pattern that cannot be used is reported, and the other patterns are used")
    func problems() {
        let catalog = makeCatalog(
            ["A": ["go @x:Nowhere", "go @", "go home"], "B": ["@x:Nothing", "", "@n:number"]], app: "travel",
            types: [.init(name: "Nothing", values: [.init(value: "...", synonyms: ["", "?"])])])
        let matcher = PatternMatcher([catalog])
        #expect(matcher.problems.map(\.code) == [.unknownType, .syntax, .emptyType, .syntax, .unknownType])
        #expect(matcher.problems.map(\.command) == ["A", "A", "B", "B", "B"])
        #expect(matcher.problems.map(\.pattern) == ["go @x:Nowhere", "go @", "@x:Nothing", "", "@n:number"])
        #expect(matcher.problems.allSatisfy { $0.app == "travel" && !$0.sentence.isEmpty })
        #expect(
            matcher.problems.first?.description.hasPrefix("travel/A \"go @x:Nowhere\": the type Nowhere of @x") == true)
        #expect(matcher.patternCount == 1)
        #expect(matcher.match("go home").map(\.type) == ["A"])
    }
}
