import SaybusMessages
import SaybusPhrases
import Testing

@testable import SaybusTranscription

@Suite("Grammars")
struct GrammarTests {
    private func grammar(_ patterns: [String], _ types: [String: [String]] = [:]) -> Grammar {
        let slots = types.map { Catalog.SlotType(name: $0.key, values: $0.value.map { .init(value: $0) }) }
        let catalog = Catalog(app: "a", commands: [.init(type: "C", patterns: patterns)], slotTypes: slots)
        return GrammarCompiler.compile(Vocabulary(catalogs: [catalog]))
    }

    @Test("a grammar accepts the sentences of its patterns and no others")
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

    @Test("a grammar has the decimals of a range whose step has them", arguments: [0.5, 1])
    func decimalSteps(step: Double) {
        let type = Catalog.SlotType(name: "Hours", values: [], range: .init(from: 0, to: 2, step: step))
        let catalog = Catalog(
            app: "a", commands: [.init(type: "C", patterns: ["wait @hours:Hours hours"])], slotTypes: [type])
        let automaton = GrammarCompiler.compile(Vocabulary(catalogs: [catalog])).automaton
        #expect(automaton.accepts(["wait", "two", "hours"]))
        #expect(automaton.accepts(["wait", "one", "point", "five", "hours"]) == (step == 0.5))
    }

    @Test("in the answers to a question for a number, a unit agrees with it, and one article at most precedes it")
    func numberAnswers() throws {
        let automaton = try #require(GrammarCompiler.answers(of: Vocabulary(phrases: AnswerPhrases.number())))
        for good in [
            "ten", "one minute", "ten minutes please", "make it the third one", "no five", "for a dozen people",
            "i'd like twenty percent",
        ] {
            #expect(automaton.accepts(good.split(separator: " ").map(String.init)), "\(good)")
        }
        for bad in ["an eight", "the a thirty", "eighteen year", "um five", "two minute"] {
            #expect(!automaton.accepts(bad.split(separator: " ").map(String.init)), "\(bad)")
        }
    }

    @Test("a command can follow the app's name, and nothing else can")
    func addresses() {
        func catalog(_ app: String, _ pattern: String) -> Catalog {
            Catalog(app: app, commands: [.init(type: "C", patterns: [pattern])])
        }
        let catalogs = [catalog("kitchen", "turn on the light"), catalog("tv-room", "next channel")]
        let automaton = GrammarCompiler.compile(Vocabulary(catalogs: catalogs)).automaton
        for good in [
            "turn on the light", "ask kitchen to turn on the light", "tell the kitchen to turn on the light",
            "ask tv room for next channel",
        ] {
            #expect(automaton.accepts(good.split(separator: " ").map(String.init)), "\(good)")
        }
        for bad in [
            "ask kitchen", "ask kitchen to", "ask kitchen turn on the light", "ask kitchen to next channel",
            "ask bathroom to turn on the light", "ask kitchen to ask kitchen to turn on the light",
        ] {
            #expect(!automaton.accepts(bad.split(separator: " ").map(String.init)), "\(bad)")
        }
        // The commands after the name share the states of those without it.
        let plain = GrammarCompiler.compile(Vocabulary(catalogs: [catalog("", "turn on the light")])).automaton
        let named = GrammarCompiler.compile(Vocabulary(catalogs: [catalogs[0]])).automaton
        #expect(named.arcs.count <= plain.arcs.count + 4)
    }

    @Test(
        "an app whose name cannot be recognized is understood without it, and only the name is reported as missing")
    func unknownName() {
        func grammar(_ pattern: String) -> Grammar {
            let catalog = Catalog(app: "xq7", commands: [.init(type: "C", patterns: [pattern])])
            return GrammarCompiler.compile(
                Vocabulary(catalogs: [catalog]), without: ["xq7", "qqq"], cause: "nobody knows it", cure: "spell it")
        }
        let whole = grammar("hello there")
        #expect(whole.automaton.accepts(["hello", "there"]))
        #expect(!whole.automaton.accepts(["ask", "to", "hello", "there"]))
        #expect(whole.problems.map(\.code) == [.name] && whole.problems.map(\.subject) == ["xq7"])
        // Missing words of its commands are still reported, also if the same word is in the name.
        let parts = grammar("hello (there|xq7|qqq)")
        #expect(parts.problems.map(\.code) == [.pronunciation, .pronunciation, .name])
        #expect(parts.problems.map(\.subject) == ["qqq", "xq7", "xq7"])
    }

    @Test("sentences with the same ends share states")
    func minimal() {
        let values = (0..<50).map { "value\(Character(UnicodeScalar(97 + $0 % 26)!)) number \($0)" }
        let one = grammar(["please say @a:A now"], ["A": values])
        let three = grammar(["please say @a:A now", "do say @a:A now", "say @a:A now"], ["A": values])
        #expect(three.automaton.arcs.count <= one.automaton.arcs.count + 2)
    }

    @Test("a parameter without a type accepts any words")
    func open() {
        let grammar = grammar(["i choose you @name"])
        #expect(grammar.isOpen)
        #expect(grammar.automaton.accepts(["i", "choose", "you", "some", "body"]))
        #expect(!grammar.automaton.accepts(["i", "choose", "you"]))
    }

    @Test("unusable patterns are reported, and the rest is compiled")
    func problems() {
        let broken = grammar(["@", "say @x:Missing", "give @y:Empty", "hello"], ["Empty": ["!"]])
        #expect(Set(broken.problems.map(\.code)) == [.pattern, .unknownType, .emptyType])
        #expect(broken.automaton.accepts(["hello"]))
        #expect(broken.automaton.accepts(["say", "anything"]))
    }

    @Test("an app of another language is left out for a recognizer of English only, and reported; for no other one")
    func languages() {
        let french = Catalog(app: "f", language: "fr-FR", commands: [.init(type: "C", patterns: ["bonjour"])])
        let vocabulary = Vocabulary(catalogs: [french])
        let english = GrammarCompiler.compile(vocabulary, englishOnly: true)
        #expect(english.problems.map(\.code) == [.language] && english.isEmpty)
        let whole = GrammarCompiler.compile(vocabulary)
        #expect(whole.problems.isEmpty && whole.automaton.accepts(["bonjour"]))
    }
}

@Suite("Sentences for other engines")
struct CoveringSentencesTests {
    @Test("every transition occurs in a sentence, and the grammar accepts every sentence")
    func covers() {
        let catalog = Catalog.kitchen()
        let automaton = GrammarCompiler.compile(Vocabulary(catalogs: [catalog])).automaton
        let sentences = automaton.coveringSentences()
        #expect(sentences.allSatisfy { automaton.accepts($0) } && sentences.count <= automaton.arcCount)
        // The automaton is deterministic, so a sentence has only one path.
        var walked: Set<[Int]> = []
        for sentence in sentences {
            var state = 0
            for word in sentence {
                guard let place = automaton.arcs[state].firstIndex(where: { automaton.words[$0.word] == word }) else {
                    Issue.record("no way on with \(word) in \(sentence)")
                    break
                }
                walked.insert([state, place])
                state = automaton.arcs[state][place].to
            }
        }
        #expect(walked.count == automaton.arcCount)
        #expect(automaton.coveringSentences(limit: 3).count == 3)
    }

    @Test("an empty grammar has no sentences, and the sentences of a digit sequence are finite")
    func ends() {
        #expect(WordAutomaton(words: [], arcs: [[]], finals: []).coveringSentences().isEmpty)
        let code = Catalog(app: "c", commands: [.init(type: "C", patterns: ["code @code:digits"])])
        let grammar = GrammarCompiler.compile(Vocabulary(catalogs: [code]))
        #expect(!grammar.isOpen && grammar.automaton.accepts(["code", "four", "oh", "seven", "two"]))
        #expect(!grammar.automaton.coveringSentences().isEmpty)
    }

    @Test("patterns only in groups are no dictation, and an open list accepts its values and any words")
    func groupsAndOpenLists() {
        var catalog = Catalog(
            app: "g", commands: [.init(type: "C", patterns: [], groups: [.init(patterns: ["play @what:What"])])],
            slotTypes: [.init(name: "What", values: [.init(value: "jazz")])])
        #expect(!Vocabulary(catalogs: [catalog]).isDictation)
        #expect(!GrammarCompiler.compile(Vocabulary(catalogs: [catalog])).isOpen)
        catalog.slotTypes?[0].isOpen = true
        let grammar = GrammarCompiler.compile(Vocabulary(catalogs: [catalog]))
        #expect(
            grammar.isOpen && grammar.words.contains("jazz")
                && grammar.automaton.accepts(["play", "something", "else"]))
    }

    @Test("an app that needs more than its share loses its last patterns, is named, and takes nothing from the others")
    func shares() {
        let patterns = (0..<2000).map { "say \(Self.word($0)) and \(Self.word($0 * 7)) again" }
        let huge = Catalog(app: "aaa", commands: [.init(type: "C", patterns: patterns)])
        let small = Catalog(app: "zzz", commands: [.init(type: "D", patterns: ["turn on the light"])])
        let whole = GrammarCompiler.compile(Vocabulary(catalogs: [huge, small], phrases: ["yes please"]))
        #expect(whole.problems.isEmpty)
        let grammar = GrammarCompiler.compile(
            Vocabulary(catalogs: [huge, small], phrases: ["yes please"]), capacity: 1000)
        #expect(grammar.problems.map(\.code) == [.tooLarge] && grammar.problems.first?.subject == "aaa")
        #expect(grammar.automaton.arcCount <= 1000)
        for good in ["turn on the light", "ask zzz to turn on the light", "yes please", "say \(Self.word(0)) and"] {
            let words = good.split(separator: " ").map(String.init)
            #expect(grammar.automaton.accepts(words) || grammar.automaton.canContinue(after: words), "\(good)")
        }
        #expect(!grammar.automaton.canContinue(after: ["say", Self.word(1999)]))
    }

    /// Returns a word of letters for a number.
    private static func word(_ number: Int) -> String {
        "w" + String(number).map { String(UnicodeScalar(UInt8(ascii: "a") + ($0.asciiValue ?? 48) - 48)) }.joined()
    }

    @Test("the pattern of one app that needs a huge automaton is left out, and only that")
    func explosive() {
        let letters = Catalog.SlotType(name: "Letter", values: ["a", "b"].map { .init(value: $0) })
        let slots = (0..<24).map { "@s\($0):Letter" }.joined(separator: " ")
        let bad = Catalog(
            app: "bad", commands: [.init(type: "C", patterns: ["open it", "@x:AMAZON.AlphaNumeric a \(slots)"])],
            slotTypes: [letters])
        let good = Catalog(app: "good", commands: [.init(type: "D", patterns: ["turn on the light"])])
        let grammar = GrammarCompiler.compile(Vocabulary(catalogs: [bad, good]), capacity: 20_000)
        #expect(grammar.problems.map(\.code) == [.tooLarge] && grammar.problems.first?.subject == "bad")
        let words = [["turn", "on", "the", "light"], ["open", "it"]]
        #expect(words.allSatisfy { grammar.automaton.accepts($0) })
    }

    @Test("of apps that together need a huge automaton, the largest is left out and named")
    func explosiveTogether() {
        func app(_ letter: String) -> Catalog {
            let letters = Catalog.SlotType(name: "Letter", values: ["a", "b", "c"].map { .init(value: $0) })
            let slots = (0..<6).map { "@s\($0):Letter" }.joined(separator: " ")
            let pattern = "@x:AMAZON.AlphaNumeric \(letter) \(slots)"
            return Catalog(app: letter, commands: [.init(type: "C", patterns: [pattern])], slotTypes: [letters])
        }
        let small = Catalog(app: "zzz", commands: [.init(type: "D", patterns: ["turn on the light"])])
        let sizes = [app("a"), app("b"), small].map {
            GrammarCompiler.compile(Vocabulary(catalogs: [$0])).automaton.arcCount
        }
        let capacity = sizes.reduce(0, +)
        let all = Vocabulary(catalogs: [app("a"), app("b"), small])
        #expect(GrammarCompiler.compile(all).automaton.arcCount > capacity, "they need more together")
        let grammar = GrammarCompiler.compile(all, capacity: capacity)
        #expect(grammar.problems.map(\.code) == [.tooLarge])
        #expect(["a", "b"].contains(grammar.problems.first?.subject))
        #expect(grammar.automaton.accepts(["turn", "on", "the", "light"]))
        #expect(grammar.automaton.arcCount <= capacity)
    }

    @Test("shares: who needs little keeps all of it, and the others share the rest evenly")
    func limits() {
        #expect(GrammarShare.limit([10, 20, 30], capacity: 1000) == 1000)
        #expect(GrammarShare.limit([10, 20, 1000, 2000], capacity: 1000) == 485)
        #expect(GrammarShare.limit([5000], capacity: 1000) == 1000)
        #expect(GrammarShare.limit([], capacity: 1000) == 1000)
    }
}
