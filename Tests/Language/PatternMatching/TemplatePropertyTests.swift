import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import SaybusSupport
import SaybusTesting
import Testing

@Suite struct TemplatePropertyTests {
    private static let rooms = Catalog.SlotType(
        name: "room", values: [.init(value: "Hall"), .init(value: "Wine Cellar", synonyms: ["vault"])])
    private static let said = [("hall", "Hall"), ("wine cellar", "Wine Cellar"), ("vault", "Wine Cellar")]
    private static let words = ["a", "be", "cat", "dog", "s", "dim", "up"]

    /// Returns a template of nested groups with at most `slots` slots.
    private func template(_ generator: inout SplitMix, depth: Int, slots: inout Int) -> String {
        func part(_ slots: inout Int) -> String {
            let choice = Int.random(in: 0...9, using: &generator)
            if depth > 0, choice < 2 {
                return "(" + template(&generator, depth: depth - 1, slots: &slots) + "|"
                    + template(&generator, depth: depth - 1, slots: &slots) + ")"
            }
            if depth > 0, choice < 4 { return "[" + template(&generator, depth: depth - 1, slots: &slots) + "]" }
            if depth > 0, choice == 4 {
                return "(" + template(&generator, depth: depth - 1, slots: &slots) + ";"
                    + template(&generator, depth: depth - 1, slots: &slots) + ")"
            }
            if choice == 5, slots > 0 {
                slots -= 1
                return "{room:r\(slots)}"
            }
            if choice == 6, slots > 0 {
                slots -= 1
                return "{1..20:n\(slots)}"
            }
            if choice == 7 { return "<the>" }
            let word = Self.words.randomElement(using: &generator) ?? "a"
            return choice == 8 ? word + "[s]" : word
        }
        return (0..<Int.random(in: 1...3, using: &generator)).map { _ in part(&slots) }.joined(separator: " ")
    }

    @Test(
        "a sentence sampled from a template is recognized, with its slots",
        arguments: 0..<20 as Range<UInt64>)
    func sampled(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let rules = ["the": try PhraseTemplate("(the|my)").expression]
        for _ in 0..<40 {
            var slots = 3
            let text = "go " + template(&generator, depth: 3, slots: &slots)
            let expression = try PhraseTemplate(text).expression
            let matcher = PatternMatcher([
                Catalog(
                    app: "app", commands: [.init(type: "X", patterns: [text])], slotTypes: [Self.rooms],
                    rules: ["the": "(the|my)"])
            ])
            #expect(matcher.problems.isEmpty)
            for _ in 0..<5 {
                var expected: [String: String] = [:]
                let sampler = PhraseSampler(rules: rules) { slot, generator in
                    if slot.range != nil {
                        // Two digits each: "1 4" would be read as 14 where one of two numbers is optional.
                        let number = Int.random(in: 10...20, using: &generator)
                        expected[slot.name] = "\(number)"
                        return "\(number)"
                    }
                    let (words, value) = Self.said[Int.random(in: 0..<Self.said.count, using: &generator)]
                    expected[slot.name] = value
                    return words
                }
                var source: any RandomNumberGenerator = generator
                let sentence = try #require(sampler.sample(expression, using: &source))
                _ = generator.next()
                let found = matcher.match(sentence).first
                #expect(found != nil, "\(text) | \(sentence)")
                // Slots of the same kind may be assigned in another order where the template allows it; the
                // values are the same.
                #expect(
                    found?.parameters.values.map { "\($0.value)" }.sorted() == expected.values.sorted(),
                    "\(text) | \(sentence)")
            }
        }
    }

    @Test("every recognized sentence can be generated", arguments: 0..<20 as Range<UInt64>)
    func recognized(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        for _ in 0..<30 {
            var slots = 0
            let text = template(&generator, depth: 2, slots: &slots).replacing("<the>", with: "the")
            guard let template = try? PhraseTemplate(text), let texts = template.expression.texts(limit: 2000) else {
                continue
            }
            let sentences = Set(texts.map { Words.tokenize($0.text).map(\.key) })
            let matcher = makeMatcher(text)
            for sentence in sentences where !sentence.isEmpty {
                #expect(matcher.match(sentence.joined(separator: " ")).first?.confidence == 1, "\(text) | \(sentence)")
            }
            for _ in 0..<60 {
                let words = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                    (Self.words + ["the"]).randomElement(using: &generator) ?? "a"
                }
                let isFound = !matcher.match(words.joined(separator: " ")).isEmpty
                #expect(isFound == sentences.contains(words), "\(text) | \(words)")
            }
        }
    }

    @Test(
        "a hundred thousand values, and a thousand commands, are compiled and matched within the time limit",
        .timeLimit(.minutes(1)))
    func large() {
        let things = (0..<100_000).map { Catalog.SlotType.Value(value: "thing \($0) of \($0 % 97)") }
        let commands = (0..<1000).map {
            Catalog.Command(type: "C\($0)", patterns: ["(do|make) task\($0) [now] with {thing}"])
        }
        let matcher = PatternMatcher([
            Catalog(app: "app", commands: commands, slotTypes: [.init(name: "thing", values: things)])
        ])
        #expect(matcher.patternCount == 1000)
        #expect(values(matcher, "make task77 with thing 99999 of 89") == ["thing": "thing 99999 of 89"])
        #expect(matcher.match("make task77 with thing 99999 of 90").isEmpty)
    }

    @Test("wildcards, lists and numbers in one pattern are matched in bounded time", .timeLimit(.minutes(1)))
    func explosion() {
        let type = Catalog.SlotType(
            name: "x", values: (1...20).map { .init(value: Array(repeating: "a", count: $0).joined(separator: " ")) })
        let nested = String(repeating: "[", count: 30) + "a" + String(repeating: "] a", count: 30)
        let patterns = [
            (0..<10).map { "{x:a\($0)} {String:b\($0)}" }.joined(separator: " ") + " end", nested + " end",
            Array(repeating: "[a]", count: 100).joined(separator: " ") + " {String:s} end",
        ]
        let matcher = makeMatcher(["X": patterns], types: [type])
        #expect(matcher.problems.isEmpty)
        let words = Array(repeating: "a", count: 1000)
        #expect(matcher.match(words.joined(separator: " ")).isEmpty)
        #expect(matcher.match((words + ["end"]).joined(separator: " ")).map(\.type) == ["X"])
        #expect(matcher.match((words + words + words + words + words).joined(separator: " ")).isEmpty)
    }

    @Test("control characters, other scripts and endless words are rejected without a crash")
    func odd() {
        let matcher = makeMatcher(["X": ["say {String:what} now", "спать", "寝る"]])
        for text in [
            "\u{0}\u{1}\u{7F}", "\u{202E}say", String(repeating: "a", count: 100_000), "שלום עולם", "\u{FEFF}",
        ] {
            #expect(matcher.match(text).isEmpty)
        }
        #expect(matcher.match("Спать!").map(\.type) == ["X"])
        #expect(matcher.match("寝る").map(\.type) == ["X"])
        #expect(values(matcher, "say \u{0}שלום\u{7} now") == ["what": "שלום"])
        #expect(matcher.match(Array(repeating: "now", count: 10_000).joined(separator: " ")).isEmpty)
    }
}
