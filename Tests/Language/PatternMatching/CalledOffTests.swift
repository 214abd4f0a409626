import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import Testing

/// Commands that the user calls off in the same breath.
@Suite struct CalledOffTests {
    @Test(
        "open words at the end do not take in a phrase that calls off the words before it",
        arguments: [
            ("order tea never mind", nil), ("order tea, forget it", nil), ("order tea never mind please", nil),
            ("order a strong tea oh never mind", nil), ("please order tea forget about it", nil),
            ("order tea never mind thanks", nil), ("order tea forget it then", nil),
            ("order tea", "tea"), ("order never mind", "never mind"), ("order a never mind", "a never mind"),
            ("order what you never mind", "what you never mind"), ("order don't forget it", "don't forget it"),
            ("order never mind the gap", "never mind the gap"), ("add milk never mind to the list", "milk never mind"),
            ("order no never mind", "no never mind"), ("order actually forget it", "actually forget it"),
            ("order the album never mind", "the album never mind"),
            ("order a sign saying forget it", "a sign saying forget it"),
            ("order what she should forget about it", "what she should forget about it"),
            ("play nirvana never mind again", "nirvana never mind"),
        ] as [(String, String?)])
    func openWords(text: String, value: String?) {
        let matcher = makeMatcher([
            "Order": ["order @what"], "Add": ["add @what to the list"], "Play": ["play @what again"],
        ])
        #expect(values(matcher, text) == value.map { ["what": $0] })
    }

    @Test("words that are no value of an open list do not take in such a phrase, and a value may have it")
    func openList() {
        let values: [Catalog.SlotType.Value] = [.init(value: "tea"), .init(value: "oh never mind")]
        let types = [Catalog.SlotType(name: "Drink", values: values, isOpen: true)]
        let matcher = makeMatcher("order @drink:Drink", types: types)
        #expect(matcher.match("order tea never mind").isEmpty)
        #expect(matcher.match("order cocoa never mind").isEmpty)
        #expect(matcher.match("order oh never mind").count == 1)
        #expect(matcher.match("order cocoa").count == 1)
    }

    @Test("a pattern with such a phrase of its own matches")
    func ownPhrase() {
        let matcher = makeMatcher(["Order": ["order @what"], "Off": ["order @what never mind"]])
        #expect(matcher.match("order tea never mind").map(\.type) == ["Off"])
    }

    @Test("the phrases are those of the language")
    func language() {
        var german = Language.english
        german.numbers.language = "de"
        german.questions?.dismissing = ["vergiss es", "egal"]
        let matcher = PatternMatcher([makeCatalog(["Need": ["wir brauchen @what"]])], language: german)
        #expect(values(matcher, "wir brauchen Milch vergiss es") == nil)
        #expect(values(matcher, "wir brauchen Milch egal") == ["what": "Milch egal"])
        #expect(values(matcher, "wir brauchen Milch never mind") == ["what": "Milch never mind"])
    }
}
