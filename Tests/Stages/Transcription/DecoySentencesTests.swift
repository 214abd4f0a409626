import Testing

@testable import SaybusPocketSphinx
@testable import SaybusTranscription

@Suite("Sentences of common words beside short commands")
struct DecoySentencesTests {
    /// Returns a way to say each common word, another one for each.
    private func common() throws -> [String: [Pronunciation]] {
        let phones = Pronunciation.phoneSet.sorted()
        var ways: [String: [Pronunciation]] = [:]
        for (index, word) in CommonWords.english.enumerated() {
            let way = [phones[index % phones.count], phones[index / phones.count % phones.count], "T"]
            ways[word] = [try #require(Pronunciation(way))]
        }
        return ways
    }

    /// Returns a hypothesis of one word.
    private func heard(_ score: Int, frames: Int = 40) -> SphinxHypothesis {
        SphinxHypothesis(segments: [.init(word: "stop", frames: 0...frames - 1, score: score)])
    }

    @Test("the words of commands, and words that sound like one of them, are in no sentence")
    func words() throws {
        let common = try common()
        let sound = try #require(common["right"])
        let decoys = try #require(DecoySentences(beside: ["stop": [], "write": sound], common: common, answers: nil))
        let words = decoys.grammar.words.compactMap { word -> String? in
            if case .spoken(let name, _) = word { name } else { nil }
        }
        #expect(words.count > 900 && Set(words).count == words.count)
        #expect(words.contains("left"))
        #expect(Set(words).isDisjoint(with: ["stop", "right"]))
    }

    @Test("there are none where the common words are words of commands, or nobody knows how they are said")
    func none() throws {
        let common = try common()
        #expect(DecoySentences(beside: common, common: common, answers: nil) == nil)
        #expect(DecoySentences(beside: [:], common: [:], answers: nil) == nil)
    }

    @Test("sentences of up to three words are compared, but not the answers to an open question in noise")
    func concerned() throws {
        let answers = WordAutomaton(sentence: ["stop", "it"])
        let decoys = try #require(DecoySentences(beside: [:], common: try common(), answers: answers))
        for isQuiet in [true, false] {
            #expect(
                decoys.concern(["stop"], isQuiet: isQuiet) && decoys.concern(["stop", "it", "now"], isQuiet: isQuiet))
            #expect(decoys.concern(["stop", "it"], isQuiet: isQuiet) == isQuiet)
            #expect(!decoys.concern(["stop", "it", "right", "now"], isQuiet: isQuiet))
            #expect(!decoys.concern([], isQuiet: isQuiet))
        }
    }

    @Test("a command is doubtful where a decoy fits better, unlikely where it fits much better, and else certain")
    func probability() throws {
        let decoys = try #require(DecoySentences(beside: [:], common: try common(), answers: nil))
        func chance(_ lead: Int) -> Double {
            decoys.probability(of: heard(-4_000), beside: heard(-4_000 + 40 * lead))
        }
        #expect(chance(-10) > 0.99 && chance(0) > 0.8)
        #expect(chance(4) > 0.5 && chance(6) < 0.5)
        #expect(chance(19) > SphinxConfidence.threshold && chance(21) < SphinxConfidence.threshold)
        #expect(decoys.probability(of: heard(-4_000), beside: SphinxHypothesis(segments: [])) == 1)
    }

    @Test("an answer to an open question is doubtful only where a decoy fits far better")
    func answer() throws {
        let answers = WordAutomaton(sentence: heard(0).words.map(\.name))
        let decoys = try #require(DecoySentences(beside: [:], common: try common(), answers: answers))
        for (lead, chance) in [(10, 1.0), (24, 1.0), (26, 0.3), (60, 0.3)] {
            #expect(decoys.probability(of: heard(-4_000), beside: heard(-4_000 + 40 * lead)) == chance, "\(lead)")
        }
    }
}
