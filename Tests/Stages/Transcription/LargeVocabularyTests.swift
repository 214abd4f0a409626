import Foundation
import SaybusEspeakNG
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusPocketSphinx
@testable import SaybusTranscription

@Suite(
    "Large vocabularies", .serialized,
    .enabled(if: PocketSphinxRecognizer.isAvailable, "needs pocketsphinx-en-us and espeak-ng"))
struct LargeVocabularyTests {
    /// Returns a number of words, spread over the whole dictionary.
    private func words(_ count: Int) throws -> [String] {
        let lines = try String(contentsOfFile: SphinxModel().dictionary, encoding: .utf8).split(separator: "\n")
        let all = lines.map { $0.prefix { $0 != " " } }.filter { $0.allSatisfy(\.isLetter) }.map(String.init)
        return (0..<count).map { all[$0 * all.count / count] }
    }

    private func catalog(_ count: Int) throws -> Catalog {
        var catalog = Catalog.kitchen(["look up @word:Word"])
        catalog.slotTypes?.append(.init(name: "Word", values: try words(count).map { .init(value: $0) }))
        return catalog
    }

    /// Returns the seconds of processor time to compile a grammar with a number of words.
    private func cost(_ count: Int) async throws -> Double {
        let vocabulary = Vocabulary(catalogs: [try catalog(count)])
        let lexicon = PronunciationLexicon(dictionary: try PronouncingDictionary(path: SphinxModel().dictionary))
        let start = clock()
        let grammar = GrammarCompiler.compile(vocabulary)
        let ways = await lexicon.pronunciations(of: grammar.words)
        #expect(grammar.problems.isEmpty && ways.count == grammar.words.count && ways.count > count)
        _ = try SphinxHandle(
            model: SphinxModel(), settings: .stream, search: .grammar(SphinxGrammar(grammar.automaton, ways)))
        return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }

    @Test("the time to compile a vocabulary does not grow with the square of its words")
    func growth() async throws {
        let (few, many) = (try await cost(5_000), try await cost(40_000))
        #expect(many < 16 * few, "\(few) s and \(many) s")
    }

    @Test("a command is recognized among 50 000 words")
    func commands() async throws {
        let recognizer = try PocketSphinxRecognizer(model: SphinxModel())
        let problems = try await recognizer.configure(Vocabulary(catalogs: [try catalog(50_000)]))
        #expect(problems.isEmpty)
        #expect(
            try await recognizer.recognize(SynthesizedSpeech.samples("turn on the light")).text == "turn on the light")
        await recognizer.stop()
    }
}
