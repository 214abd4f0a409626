import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import Testing

/// Words that patterns have in another form.
@Suite struct WordFormTests {
    @Test(
        "a contraction and its two words are the same, if nothing else matches",
        arguments: [
            ("what's the time", "what is the time"), ("what is the time", "what's the time"),
            ("i'm home", "I am home"), ("i am home", "I\u{2019}m home"), ("don't stop", "do not stop"),
            ("do not stop", "don't stop"), ("i can't see", "I can not see"), ("we will not go", "we won't go"),
        ])
    func contractions(pattern: String, text: String) {
        #expect(makeMatcher(pattern).match(text).first?.type == "X")
    }

    @Test(
        "a number in words is one in digits that a pattern or a value has, if nothing else matches",
        arguments: [
            ("open version 2 now", "open version two now"), ("go 50 steps", "go fifty steps"),
            ("route 66", "route sixty six"),
        ])
    func digits(pattern: String, text: String) {
        #expect(makeMatcher(pattern).match(text).first?.type == "X")
        let channels = [Catalog.SlotType(name: "Channel", values: [.init(value: "channel 4"), .init(value: "7")])]
        let matcher = makeMatcher("watch @c:Channel", types: channels)
        #expect(values(matcher, "watch channel four") == ["c": "channel 4"])
        #expect(values(matcher, "watch seven") == ["c": "7"])
        for text in ["watch channel five", "watch seventh"] { #expect(matcher.match(text).isEmpty, "\(text)") }
    }

    @Test("the words themselves come first, and words that are no contraction stay as they are")
    func others() {
        let matcher = makeMatcher(["Short": ["what's @x"], "Long": ["what is @x"]])
        #expect(matcher.match("what's up").first?.type == "Short")
        #expect(matcher.match("what is up").first?.type == "Long")
        #expect(values(makeMatcher("what's @x"), "what is up") == ["x": "up"])
        for text in ["whats is the time", "its the time", "kim is the time"] {
            #expect(makeMatcher("what is the time").match(text).isEmpty, "\(text)")
        }
        var german = Language.english
        german.numbers.language = "de"
        let catalog = makeCatalog(["X": ["what's the time"]])
        #expect(PatternMatcher([catalog], language: german).match("what is the time").isEmpty)
    }

    @Test("a value does not begin within a contraction, which would be the opposite of what was said")
    func opposites() {
        let matcher = makeMatcher(["Do": ["do @task"], "Stop": ["not now"], "Ask": ["what @x"], "Is": ["is it on"]])
        for text in ["don't stop", "what's up"] { #expect(matcher.match(text).isEmpty, "\(text)") }
        let songs = [Catalog.SlotType(name: "Song", values: [.init(value: "what is love")])]
        let player = makeMatcher("play @song:Song", types: songs)
        #expect(values(player, "play what's love") == ["song": "what is love"])
    }

    @Test(
        "a name that ends with s may have an apostrophe alone before the s of a possessive",
        arguments: [
            ("James' birthday", "James"), ("James\u{2019} birthday", "James"), ("James's birthday", "James"),
            ("Max' birthday", "Max"), ("my boss' birthday", "my boss"), ("Kim's birthday", "Kim"),
        ])
    func possessives(text: String, name: String) {
        #expect(values(makeMatcher("@name's birthday"), text) == ["name": name])
        let list = makeMatcher("@n:Name's birthday", types: [.init(name: "Name", values: [.init(value: name)])])
        #expect(values(list, text) == ["n": name])
    }

    @Test("an apostrophe behind a word is no possessive where the words match without one")
    func noPossessives() {
        let matcher = makeMatcher(["Age": ["@name's age"], "Wait": ["in @x:AMAZON.DURATION time"]])
        #expect(values(matcher, "in two hours' time") == ["x": "PT2H"])
        #expect(matcher.match("Kim' age").isEmpty && matcher.match("'James' age").isEmpty)
    }
}
