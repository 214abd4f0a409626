import Messages
import Testing

@testable import Transcription

@Suite("Grammars")
struct GrammarTests {
    private func grammar(_ patterns: [String], _ types: [String: [String]] = [:]) -> Grammar {
        let slots = types.map { Catalog.SlotType(name: $0.key, values: $0.value.map { .init(value: $0) }) }
        let catalog = Catalog(app: "a", commands: [.init(type: "C", patterns: patterns)], slotTypes: slots)
        return GrammarCompiler.compile(Vocabulary(catalogs: [catalog]))
    }

    @Test("A grammar takes the sentences of its patterns and no others")
    func sentences() {
        let grammar = grammar(["turn @state:State the light", "set @n:Number minutes"], ["State": ["on", "Off"]])
        let automaton = grammar.automaton
        #expect(grammar.problems.isEmpty)
        for good in ["turn on the light", "turn off the light", "set forty two minutes", "set five minutes"] {
            #expect(automaton.accepts(good.split(separator: " ").map(String.init)), "\(good)")
        }
        for bad in ["turn the light", "turn on", "set minutes", "set five five minutes", "", "light"] {
            #expect(!automaton.accepts(bad.split(separator: " ").map(String.init)), "\(bad)")
        }
    }

    @Test("Sentences with the same ends share states")
    func minimal() {
        let values = (0..<50).map { "value\(Character(UnicodeScalar(97 + $0 % 26)!)) number \($0)" }
        let one = grammar(["please say @a:A now"], ["A": values])
        let three = grammar(["please say @a:A now", "do say @a:A now", "say @a:A now"], ["A": values])
        #expect(three.automaton.arcs.count <= one.automaton.arcs.count + 2)
    }

    @Test("A parameter without a type takes any words")
    func open() {
        let grammar = grammar(["i choose you @name"])
        #expect(grammar.isOpen)
        #expect(grammar.automaton.accepts(["i", "choose", "you", "some", "body"]))
        #expect(!grammar.automaton.accepts(["i", "choose", "you"]))
    }

    @Test("What cannot be used is reported, and the rest goes on")
    func problems() {
        let broken = grammar(["@", "say @x:Missing", "give @y:Empty", "hello"], ["Empty": ["!"]])
        #expect(Set(broken.problems.map(\.code)) == [.pattern, .unknownType, .emptyType])
        #expect(broken.automaton.accepts(["hello"]))
        #expect(broken.automaton.accepts(["say", "anything"]))
        let french = Catalog(app: "f", language: "fr-FR", commands: [.init(type: "C", patterns: ["bonjour"])])
        #expect(GrammarCompiler.compile(Vocabulary(catalogs: [french])).problems.map(\.code) == [.language])
    }
}
