import SaybusEspeakNG
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusPocketSphinx
@testable import SaybusTranscription

@Suite("Comparison of sentences that differ in one word")
struct SentenceComparisonTests {
    private let vocabulary = Vocabulary(catalogs: [.kitchen()])

    private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    @Test("all words that make another sentence are found, each in its place")
    func replacements() {
        let automaton = GrammarCompiler.compile(vocabulary).automaton
        let sentence = words("turn off the kitchen light")
        let found = Set(automaton.replacements(in: sentence).map { $0.applied(to: sentence).joined(separator: " ") })
        #expect(
            found == ["turn on the kitchen light", "turn out the kitchen light", "turn off the bedroom light"],
            "\(found)")
        #expect(automaton.replacements(in: words("next song")).isEmpty)
    }

    @Test("the beginnings of a sentence lack its last one, two or three words, and one word has none")
    func beginnings() throws {
        let sentence = words("set the volume to three")
        let beginnings = try #require(WordAutomaton(beginningsOf: sentence))
        for count in 2...4 { #expect(beginnings.accepts(sentence.prefix(count)), "\(count)") }
        #expect(!beginnings.accepts(sentence) && !beginnings.accepts(["set"]))
        let short = try #require(WordAutomaton(beginningsOf: ["next", "song"]))
        #expect(short.accepts(["next"]) && !short.accepts([String]()))
        #expect(WordAutomaton(beginningsOf: ["stop"]) == nil)
    }

    @Test("a word may lack its beginning only where a sentence begins with a longer one")
    func longerFirstWord() {
        let automaton = WordAutomaton(
            words: ["lock", "the", "unlock", "door"],
            arcs: [
                [.init(word: 0, to: 1), .init(word: 2, to: 1)], [.init(word: 1, to: 2)], [.init(word: 3, to: 3)], [],
            ],
            finals: [3])
        #expect(automaton.mayBegin(withLongerWordThan: "lock"))
        #expect(!automaton.mayBegin(withLongerWordThan: "unlock") && !automaton.mayBegin(withLongerWordThan: "door"))
    }

    @Test(
        "half a command is doubtful, as its beginning is likelier than the sentence that was found in it",
        .enabled(if: PocketSphinxRecognizer.isAvailable, "needs pocketsphinx-en-us and espeak-ng"))
    func half() async throws {
        let recognizer = try await PocketSphinxRecognizer.make(
            Vocabulary(phrases: ["switch the light on", "switch the light off", "switch the light up"]))
        let whole = try await recognizer.recognize(SynthesizedSpeech.samples("switch the light off"))
        #expect(whole.text == "switch the light off" && whole.confidence >= 0.5, "\(whole)")
        let half = try await recognizer.recognize(SynthesizedSpeech.samples("switch the light"))
        #expect(half.confidence <= 0.3, "\(half)")
    }

    @Test("words of parameters that take any words are not replaced")
    func open() {
        let automaton = GrammarCompiler.compile(Vocabulary(catalogs: [.kitchen(["call @name now"])])).automaton
        #expect(automaton.replacements(in: words("call anna now")).isEmpty)
    }

    @Test("another word for the same value, another sentence for the same command, and other answers do not count")
    func meanings() {
        let automaton = GrammarCompiler.compile(vocabulary).automaton
        let sentence = words("turn off the light")
        let changing = SentenceMeanings(vocabulary).replacements(
            automaton.replacements(in: sentence), thatChange: sentence)
        #expect(changing == [.init(place: 1, word: "on")])
        let answers = Vocabulary(phrases: ["yes", "yeah", "no"])
        let all = GrammarCompiler.compile(answers).automaton.replacements(in: ["yes"])
        #expect(all.count == 2 && SentenceMeanings(answers).replacements(all, thatChange: ["yes"]).isEmpty)
    }

    @Test("the automaton of replacements accepts the sentences with one of them, and no others")
    func automaton() {
        let sentence = words("turn the light in the hall on")
        let automaton = WordAutomaton(
            sentence: sentence, replacements: [.init(place: 6, word: "off"), .init(place: 5, word: "kitchen")])
        for good in ["turn the light in the hall off", "turn the light in the kitchen on"] {
            #expect(automaton.accepts(words(good)), "\(good)")
        }
        for bad in ["turn the light in the hall on", "turn the light in the kitchen off", "turn the light", ""] {
            #expect(!automaton.accepts(words(bad)), "\(bad)")
        }
        #expect(WordAutomaton(sentence: sentence).accepts(sentence))
    }

    @Suite(.enabled(if: PocketSphinxRecognizer.isAvailable, "needs pocketsphinx-en-us and espeak-ng"))
    struct Spoken {
        @Test("a sentence that was said is likely beside its opposite, and the opposite is not beside it")
        func opposites() async throws {
            let vocabulary = Vocabulary(catalogs: [.kitchen()])
            let grammar = GrammarCompiler.compile(vocabulary).automaton
            let ways = await PronunciationLexicon(dictionary: try PronouncingDictionary(path: SphinxModel().dictionary))
                .pronunciations(of: Set(grammar.words))
            let decoder = try SphinxDecoder(
                model: SphinxModel(), settings: .careful, search: .grammar(SphinxGrammar(grammar, ways)))
            let model = try #require(AcousticModel(directory: SphinxModel().acoustics))
            let sound = try await decoder.sound(of: SynthesizedSpeech.samples("turn off the kitchen light"))
            let scores = try #require(await decoder.scores(of: sound, by: model, with: nil, weights: .even))
            func comparison(_ sentence: String) throws -> SentenceComparison {
                try #require(
                    SentenceComparison(
                        of: sentence.split(separator: " ").map(String.init), grammar: grammar,
                        meanings: SentenceMeanings(vocabulary), ways))
            }
            for (heard, isRight) in [("turn off the kitchen light", true), ("turn on the kitchen light", false)] {
                let sentence = WordAutomaton(sentence: heard.split(separator: " ").map(String.init))
                let own = try await decoder.bestSentence(of: SphinxGrammar(sentence, ways), in: sound, by: scores)
                let other = try await decoder.bestSentence(of: comparison(heard).others, in: sound, by: scores)
                #expect(own.text == heard)
                if !isRight { #expect(other.text == "turn off the kitchen light") }
                #expect(!other.words.isEmpty)
                let probability = SentenceComparison.probability(of: own, beside: other, isQuiet: true)
                #expect(isRight ? probability > 0.7 : probability < 0.3, "\(heard): \(probability)")
            }
            // The comparison has left the decoder's own search as it was.
            #expect(try await decoder.decode(sound, by: scores).text == "turn off the kitchen light")
        }

        @Test("a command is at most as sure as it is likely beside its opposite, which is among the alternatives")
        func confidence() async throws {
            let recognizer = try await PocketSphinxRecognizer.make(Vocabulary(catalogs: [.kitchen()]))
            let result = try await recognizer.recognize(SynthesizedSpeech.samples("turn off the kitchen light"))
            let opposite = try #require(
                result.alternatives.first { $0.text == "turn on the kitchen light" }, "\(result)")
            #expect(result.text == "turn off the kitchen light")
            #expect(opposite.confidence > 0.01 && result.confidence <= 1.0001 - opposite.confidence, "\(result)")
        }
    }

    @Test("a place of a sentence at which too many words can stand is left out, and the others are compared")
    func limit() {
        let songs = ["yesterday", "michelle", "help", "girl"]
        let catalog = Catalog(
            app: "a", commands: [.init(type: "Song", patterns: ["switch @song:Song @state:State"])],
            slotTypes: [
                .init(name: "Song", values: songs.map { .init(value: $0) }),
                .init(name: "State", values: [.init(value: "on"), .init(value: "off")]),
            ])
        let automaton = GrammarCompiler.compile(Vocabulary(catalogs: [catalog])).automaton
        let sentence = words("switch girl on")
        #expect(automaton.replacements(in: sentence, limit: 3).map(\.word) == ["off"])
        #expect(automaton.replacements(in: sentence, limit: 4).count == songs.count)
    }
}
