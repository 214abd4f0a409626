import SaybusMessages
import SaybusPhrases
import SaybusTesting
import Testing

@testable import SaybusAppFiles
@testable import SaybusConversation

struct TemplateTests {
    @Test("placeholders are replaced by values, and doubled braces are literal")
    func renders() throws {
        let template = try Template("{a} and {{{b}}}, {a}")
        #expect(template.requiredNames == ["a", "b", "a"])
        #expect(try template.render(["a": "one", "b": "two"]) == "one and {two}, one")
        #expect(try Template("").render([:]) == "")
    }

    @Test(
        "a blank value leaves no gap in what is spoken, and other texts keep theirs",
        arguments: [
            ("Your {x|} timer is set.", "Your timer is set."), ("{x|} Timer.", "Timer."),
            ("Good morning, {x|}!", "Good morning!"), ("On the list: {x|}.", "On the list."), ("Done {x|}", "Done"),
            ("{x|} {x|}", ""), ("a {x|} {x|} b", "a b"), ("a ({x|}) b", "a () b"), ("a{x|}b", "ab"), ("a  b", "a  b"),
            ("{y} {x|}, {y}", "one, one"), ("{y}{x|} {y}", "one one"), ("Is it {x|}?", "Is it?"),
        ])
    func spoken(text: String, expected: String) throws {
        #expect(try Template(text).spoken(["x": " ", "y": "one"]) == expected)
        #expect(try Template(text).spoken(["y": "one"]) == expected)
        #expect(try Template(text).spoken(["x": "no", "y": "one"]) == Template(text).render(["x": "no", "y": "one"]))
        #expect { try Template("{z}").spoken([:]) } throws: { ($0 as? TemplateError)?.code == .missingValue }
    }

    @Test("a value is never parsed as a template")
    func isNotInterpreted() throws {
        let text = try Template("say {item}").render(["item": "{secret} {{ $(id) \n", "secret": "x"])
        #expect(text == "say {secret} {{ $(id) \n")
    }

    @Test(
        "an invalid template is refused with its code",
        arguments: [
            ("{", TemplateError.Code.unclosed), ("a {b", .unclosed), ("}", .unopened), ("a } b", .unopened),
            ("{}", .badName), ("{ a }", .badName), ("{1}", .badName), ("{a-b}", .badName), ("{{}", .unopened),
            (String(repeating: "x", count: 4097), .tooLong),
        ])
    func refuses(text: String, code: TemplateError.Code) {
        #expect { try Template(text) } throws: { ($0 as? TemplateError)?.code == code }
    }

    @Test("a missing value is an error that names it")
    func missing() throws {
        let template = try Template("{minutes}")
        #expect { try template.render([:]) } throws: { "\($0)".contains("{minutes}") }
    }

    @Test("any escaped text renders as itself, and any template equals the one parsed from its description")
    func property() throws {
        var generator = TestSeed.generator()
        let alphabet: [String] = ["{", "}", "{{", "}}", "a", "ä", " ", "\n", "👍🏽", "e\u{301}", "-", "{x}", "\r\n", "\0"]
        for _ in 0..<2000 {
            let count = Int.random(in: 0...20, using: &generator)
            let text = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "" }.joined()
            let escaped = Template(literal: text).description
            #expect(try Template(escaped).render([:]) == text, "\(TestSeed.hint)")
            if let template = try? Template(text) {
                #expect(try Template(template.description) == template, "\(TestSeed.hint)")
                let values = Dictionary(uniqueKeysWithValues: Set(template.requiredNames).map { ($0, text) })
                let length = try template.render(values).utf8.count
                #expect(length <= text.utf8.count * (1 + template.requiredNames.count), "\(TestSeed.hint)")
            }
        }
    }

    @Test(
        "numbers are spoken without needless decimals",
        arguments: [
            (10.0, "10"), (2.5, "2.5"), (-0.0, "0"), (0.1 + 0.2, "0.3"), (1.0 / 3, "0.333333"), (0.00001, "0.00001"),
            (-0.00005, "-0.00005"), (1e-9, "0"), (1e15, "1000000000000000"), (1e300, "1e+300"), (.infinity, "inf"),
        ])
    func numbers(number: Double, text: String) {
        #expect(SpokenNumber.text(number) == text)
    }

    @Test("a number is spoken with the decimal comma of its language, and given to programs with a point")
    func decimalComma() {
        var spanish = Language.english
        spanish.numbers.decimalSign = ","
        let values = ActionValues(["n": Parameter(value: .number(1.125), words: "1,125", type: "Number")])
        #expect(values.spoken(in: spanish)["n"] == "1,125")
        #expect(values.spoken(in: spanish)["n.value"] == "1.125" && values.texts["n"] == "1.125")
        #expect(values.spoken(in: .english)["n"] == "1.125")
    }
}
