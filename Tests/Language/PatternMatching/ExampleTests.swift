import SaybusMessages
import SaybusPhrases
import SaybusSupport
import Testing

@testable import SaybusPatternMatching

@Suite("Examples of commands")
struct ExampleTests {
    private let catalog = Catalog(
        app: "app", commands: [],
        slotTypes: [
            .init(name: "Room", values: [.init(value: "kitchen"), .init(value: "bedroom")]),
            .init(name: "Switch", values: [.init(value: "on", spoken: ["(on|in operation)"]), .init(value: "off")]),
        ], rules: ["add": "(add|put)"])

    @Test(
        "an example has no optional parts, the first alternatives and values, and is the shortest",
        arguments: [
            (["(turn|switch) @state:Switch the @room:Room light[s]"], "turn on the kitchen light"),
            (
                ["(turn|switch) @state:Switch the @room:Room light[s]", "@room:Room lights @state:Switch"],
                "kitchen lights on"
            ),
            (["<add> @item to [the|my] shopping list"], "add something to shopping list"),
            (["we need [more] @item", "we need [@count:Number] @item"], "we need something"),
            (["set a timer for @n:Number minutes"], "set a timer for two minutes"),
            (["set a timer for @n:Number minute[s]"], "set a timer for two minutes"),
            (["wait {1..9:n} minute[s] now"], "wait 1 minute now"), (["wait {5..9:n} minute[s]"], "wait 5 minutes"),
            (["@n:Number light[s] in the @room:Room[s]"], "two lights in the kitchen"),
            (["wake me {5..9:hour}"], "wake me 5"), (["in the @place:Unknown"], "in the something"),
            (["(fast;now) go"], "fast now go"), (["go (", "go home"], "go home"),
        ])
    func examples(patterns: [String], sentence: String) {
        #expect(catalog.example(of: patterns) == sentence)
    }

    @Test("a pattern that cannot be read, or has no words, has no example")
    func none() {
        for patterns in [[], ["("], ["<unknown> rule"]] { #expect(catalog.example(of: patterns) == nil) }
    }

    @Test("a range of numbers too large for an integer has sentences only with those that fit")
    func hugeRange() throws {
        let range = Catalog.SlotType.Range(from: 0, to: 1e300, step: 1e295)
        let catalog = Catalog(
            app: "app", commands: [.init(type: "X", patterns: ["set @n:Huge"])],
            slotTypes: [.init(name: "Huge", values: [], range: range)])
        var sampler = SentenceSampler(catalog, seed: 1)
        let pattern = try #require(catalog.commandPatterns.first)
        for _ in 0..<100 { #expect([nil, "set 0"].contains(sampler.sentence(of: pattern))) }
    }

    @Test("an example in another language has a plural, and no day that has passed")
    func translated() {
        var spanish = Language.english
        spanish.times.units = ["año": "year", "h": "hour", "hora": "hour", "horas": "hour", "min": "minute"]
        spanish.times.units.merge(["minuto": "minute", "minutos": "minute"]) { $1 }
        (spanish.times.days, spanish.times.namedTimes) = (["anteayer": -2, "hoy": 0, "mañana": 1], ["medianoche": 0])
        spanish.numbers.ordinals = ["primero": 1, "segundo": 2]
        var generator: any RandomNumberGenerator = SplitMix(seed: 1)
        var ordinals: Set<String> = []
        for _ in 0..<30 {
            if let ordinal = SentenceSampler.translated(.ordinal, in: spanish, &generator) { ordinals.insert(ordinal) }
            let length = SentenceSampler.translated(.time(.duration), in: spanish, &generator)
            #expect(length == "5 minutos" || length == "5 horas")
            let day = SentenceSampler.translated(.time(.date), in: spanish, &generator)
            #expect(day == "hoy" || day == "mañana")
            let time = SentenceSampler.translated(.time(.time), in: spanish, &generator)
            #expect(time == "7:30" || time == "medianoche")
        }
        #expect(ordinals == ["primero", "segundo"], "the training of a model needs them all")
        spanish.sentences?["anyWords"] = "algo"
        #expect(BuiltInSentence.anyWords.text(in: spanish) == "algo" && Catalog.anyWords == "something")
    }

    @Test("an example is understood as its command")
    func understood() throws {
        let patterns = ["(add|put) @item (to|on) [the|my] shopping list", "@room:Room lights @state:Switch"]
        var app = catalog
        app.commands = patterns.map { Catalog.Command(type: $0, patterns: [$0]) }
        for pattern in patterns {
            let sentence = try #require(app.example(of: [pattern]))
            #expect(PatternMatcher([app]).match(sentence).first?.type == pattern)
        }
    }
}
