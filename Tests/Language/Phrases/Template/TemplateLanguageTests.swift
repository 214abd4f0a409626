import SaybusPhrases
import Testing

@Suite struct TemplateLanguageTests {
    /// Returns the sentences of a pattern without slots, with single spaces.
    private func sentences(_ text: String) throws -> Set<String> {
        let texts = try #require(try PhraseTemplate(text).expression.texts(limit: 100))
        return Set(texts.map { Words.normalize($0.text).joined(separator: " ") })
    }

    @Test(
        "alternatives, options and parts in any order give all their sentences",
        arguments: [
            ("(dim|brighten) it", ["dim it", "brighten it"]), ("[please] go", ["please go", "go"]),
            ("lamp[s]", ["lamp", "lamps"]), ("batter(y|ies)", ["battery", "batteries"]),
            ("[of ]those", ["of those", "those"]), ("(a;b)", ["a b", "b a"]),
            ("go (home;[right] now)", ["go home right now", "go home now", "go right now home", "go now home"]),
            ("a|b c", ["a", "b c"]), ("(a|(b|[c] d))", ["a", "b", "c d", "d"]),
            (
                "what('s|s| is) up",
                [
                    "what's up", "whats up", "what is up",
                ]
            ),
            ("say \\(hi\\) \\[x\\]", ["say hi x"]), ("(telly:television) on", ["telly on"]),
            ("at 10:30", ["at 10 30"]), ("(a;b;c)", ["a b c", "a c b", "b a c", "b c a", "c a b", "c b a"]),
        ] as [(String, Set<String>)])
    func ways(text: String, expected: Set<String>) throws {
        #expect(try sentences(text) == expected)
    }

    @Test(
        "slots are read in the notations of SayKit, Alexa and Home Assistant",
        arguments: [
            ("@who", PhraseSlot(name: "who", type: "String")), ("@n:Number", PhraseSlot(name: "n", type: "Number")),
            ("{room}", PhraseSlot(name: "room", type: nil)), ("{ room }", PhraseSlot(name: "room", type: nil)),
            ("{rooms:area}", PhraseSlot(name: "area", type: "rooms")),
            ("{rooms:@heard}", PhraseSlot(name: "heard", type: "rooms", isHidden: true)),
            ("{living room|room}", PhraseSlot(name: "room", type: nil)),
            ("{AMAZON.DATE:day}", PhraseSlot(name: "day", type: "AMAZON.DATE")),
            ("{1..9:n}", PhraseSlot(name: "n", type: nil, range: NumberRange(1, 9))),
            ("{-10..100,5:n}", PhraseSlot(name: "n", type: nil, range: NumberRange(-10, 100, step: 5))),
            ("{0..5}", PhraseSlot(name: "", type: nil, range: NumberRange(0, 5), isHidden: true)),
        ] as [(String, PhraseSlot)])
    func slots(text: String, slot: PhraseSlot) throws {
        #expect(try PhraseTemplate("go " + text).expression.slots == [slot])
    }

    @Test(
        "an invalid template is reported with the place of the error",
        arguments: [
            ("say (hi", .unbalanced, 5), ("say hi)", .unbalanced, 7), ("[a|b", .unbalanced, 1),
            ("(a]", .unbalanced, 3), ("go {room", .unbalanced, 4), ("go <rule", .unbalanced, 4),
            ("a } b", .unbalanced, 3), ("a > b", .unbalanced, 3), ("go {}", .missingName, 4),
            ("go {1room}", .missingName, 4), ("go {room:}", .missingName, 4), ("<>", .missingName, 1),
            ("(a|b;c)", .badGroup, 5), ("(a;b;c;d;e;f;g)", .badGroup, 2), ("{5..1:n}", .badRange, 2),
            ("{a..b:n}", .badRange, 2), ("{1..2,0:n}", .badRange, 2), ("()", .empty, 1), ("[]", .empty, 1),
            ("(|)", .empty, 1), ("{a} and {a}", .duplicateName, 9), ("@a (x|{a})", .duplicateName, 7),
            (String(repeating: "(", count: 60) + "a", .tooDeep, 40),
        ] as [(String, PhraseError.Code, Int)])
    func mistakes(text: String, code: PhraseError.Code, column: Int) {
        let error = #expect(throws: PhraseError.self) { try PhraseTemplate(text) }
        #expect(error?.code == code)
        #expect(error?.column == column)
    }

    @Test("the same name may occur in several alternatives")
    func names() throws {
        let template = try PhraseTemplate("({area} {name}|{name} [in {area}]) off")
        #expect(template.parameters.map(\.name) == ["area", "name"])
        #expect(template.optionalParameters == ["area"])
    }

    @Test("the plainest sentence has the first alternatives and no optional parts")
    func plainest() throws {
        let template = try PhraseTemplate("[please] (set|put) {rooms:room} lamp[s] to {1..9:n}")
        #expect(
            template.elements == [
                .word("set"), .parameter(name: "room", type: "rooms"), .word("lamp"), .word("to"),
                .parameter(name: "n", type: "Number"),
            ])
    }

    @Test("each text of an expression has the value of its mapping, and too many texts give none")
    func mappings() throws {
        let texts = try PhraseTemplate("((max|maximum):100|least:1)").expression.texts(limit: 10)
        #expect(texts?.map(\.text) == ["max", "maximum", "least"])
        #expect(texts?.map(\.value) == ["100", "100", "1"])
        let many = String(repeating: "(a|b) ", count: 20)
        #expect(try PhraseTemplate(many).expression.texts(limit: 1000) == nil)
        #expect(try PhraseTemplate("a {b}").expression.texts(limit: 10) == nil)
    }

    @Test("ranges whose first number or step has decimals have the numbers of these steps")
    func decimalSteps() throws {
        let steps = try #require(NumberRange(0, 2, step: 0.5))
        for number in [0, 0.5, 1, 1.5, 2] { #expect(steps.value(of: number) == number) }
        for number in [-0.5, 0.25, 2.5] { #expect(steps.value(of: number) == nil) }
        #expect(NumberRange(0, 1, step: 0.1)?.value(of: 0.3) == 0.3)
        let halves = try #require(NumberRange(0.5, 2.5, fractions: .halves))
        for number in [0.5, 1, 1.5, 2, 2.5] { #expect(halves.value(of: number) == number) }
        for number in [0, 0.75, 3] { #expect(halves.value(of: number) == nil) }
        #expect(NumberRange(-2, 2, fractions: .halves)?.value(of: -1.5) == -1.5)
        #expect(NumberRange(-2, 2, fractions: .halves)?.value(of: -2.5) == nil)
        #expect(NumberRange(0, 2, step: 0.5, fractions: .tenths)?.value(of: 2.3) == 2.3)
        #expect(NumberRange(0, 100)?.value(of: 100.5) == nil)
    }

    @Test("ranges have whole numbers with a step, and halves or tenths where requested")
    func ranges() throws {
        let halves = try #require(NumberRange(0, 10, step: 2, fractions: .halves, multiplier: 10))
        #expect(halves.value(of: 4) == 40)
        #expect(halves.value(of: 4.5) == 45)
        for number in [3, 4.25, -1, 11] { #expect(halves.value(of: number) == nil) }
        #expect(NumberRange(0, 1, fractions: .tenths)?.value(of: 0.3) == 0.3)
        #expect(NumberRange(2, 1) == nil)
        #expect(NumberRange(0, 1, step: 0) == nil)
        #expect(NumberRange(0, .infinity) == nil)
    }
}
