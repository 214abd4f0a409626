import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import Testing

/// Signs at numbers: `50%`, `$5`, `21 °C`.
@Suite struct SymbolTests {
    @Test(
        "a sign at a number is understood as its word, where a pattern has it",
        arguments: [
            ("set the light to 50%", ["n": "50"]), ("set the light to 50 % now.", ["n": "50"]),
            ("set the light to 50 percent", ["n": "50"]), ("set the heat to 21.5°C", ["t": "21.5"]),
            ("set the heat to 21°", ["t": "21"]), ("pay $5 to kim", ["sum": "5", "who": "kim"]),
            ("pay 5 $ to kim", ["sum": "5", "who": "kim"]), ("pay $ 5 to kim", ["sum": "5", "who": "kim"]),
            ("write 50% off", ["what": "50% off"]),
            ("set the light to 50", nil), ("set the light to %", nil), ("set the light to 50€", nil),
        ] as [(String, [String: String]?)])
    func symbols(text: String, expected: [String: String]?) {
        let matcher = makeMatcher([
            "Light": ["set the light to @n:Number percent"], "Heat": ["set the heat to @t:Number degrees"],
            "Pay": ["pay @sum:Number dollars to @who"], "Write": ["write @what"],
        ])
        #expect(values(matcher, text) == expected)
    }

    @Test("the letter of a sign is a value where a pattern has one, and a sign alone is none")
    func lettersOfSigns() {
        let unit = Catalog.SlotType(
            name: "Unit", values: [.init(value: "celsius", spoken: ["c"]), .init(value: "fahrenheit", spoken: ["f"])])
        let heat = makeMatcher(["Heat": ["set the heat to @t:Number [degrees] [@unit:Unit]"]], types: [unit])
        #expect(values(heat, "set the heat to 70 °F") == ["t": "70", "unit": "fahrenheit"])
        #expect(values(heat, "set the heat to 21°") == ["t": "21"])
        let open = makeMatcher(["Add": ["add @item", "add @n:Number @item"]])
        for text in ["add 5%", "add $5"] { #expect(values(open, text) == ["item": "5"], "\(text)") }
        #expect(values(open, "add 5% milk") == ["n": "5", "item": "milk"])
        #expect(values(open, "add https://x.org/a%205") == ["item": "https://x.org/a%205"])
    }

    @Test("a sign with letters may be before its number")
    func lettersBefore() {
        var brazilian = Language.english
        brazilian.symbols = ["R$": "reais", "$": "dólares"]
        let pay = PatternMatcher([makeCatalog(["Pay": ["pague @sum:Number reais"]])], language: brazilian)
        for text in ["pague R$ 50", "pague R$50"] { #expect(values(pay, text) == ["sum": "50"], "\(text)") }
    }
}
