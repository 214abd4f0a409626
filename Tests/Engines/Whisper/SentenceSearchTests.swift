import Foundation
import Testing

@testable import SaybusWhisper

@Suite("Search for the likeliest sentence of a graph")
struct SentenceSearchTests {
    /// A model of few tokens, to which the end token belongs as the last one.
    private struct Model {
        let texts = [
            " turn", " Turn", " on", " off", " the", " light", " l", "ight", "s", ".", ",", " add", " Add", " oat",
            " milk", "shake", " to", " list", " 10", " ten", " minutes", " of", "f", " 2", "5",
            ":30", "pm", " 25", ".30", "30",
        ]
        var table: TokenTable { TokenTable(texts.map { Array($0.utf8) }) }
        var end: Int32 { Int32(texts.count) }

        /// Returns the sentences that are found when the model expects what was written, and a little of all else.
        func found(
            _ graph: SentenceGraph, written: [String], probability: Float = 0.9, asked: inout Int
        ) -> [SentenceHypothesis] {
            var search = SentenceSearch(graph, WordSpellings(table), end: end)
            asked = 0
            while let beginning = search.next {
                asked += 1
                let next = next(after: beginning, of: written)
                let rest = (1 - probability) / Float(texts.count)
                let logits: [Float] = (0...texts.count).map { log($0 == next ? probability : rest) }
                logits.withUnsafeBufferPointer { search.extend(by: $0) }
            }
            return search.found
        }

        func found(_ graph: SentenceGraph, written: [String]) -> [SentenceHypothesis] {
            var asked = 0
            return found(graph, written: written, asked: &asked)
        }

        /// Returns the token that the model expects: the next of those that were written, whatever came before it.
        private func next(after beginning: [Int32], of written: [String]) -> Int {
            beginning.count < written.count ? texts.firstIndex(of: written[beginning.count]) ?? 0 : texts.count
        }
    }

    /// A graph of the sentences; `*` stands for any words.
    private func graph(_ sentences: [String], numbers: [String: Int] = [:]) -> SentenceGraph {
        var (words, arcs, finals): ([String], [[SentenceGraph.Arc]], Set<Int>) = ([], [[]], [])
        for sentence in sentences {
            var state = 0
            for word in sentence.split(separator: " ").map(String.init) {
                let place = words.firstIndex(of: word) ?? words.count
                if place == words.count { words.append(word) }
                if let arc = arcs[state].first(where: { $0.word == place }) {
                    state = arc.to
                    continue
                }
                arcs.append(word == "*" ? [SentenceGraph.Arc(word: place, to: arcs.count)] : [])
                arcs[state].append(SentenceGraph.Arc(word: place, to: arcs.count - 1))
                state = arcs.count - 1
            }
            finals.insert(state)
        }
        return SentenceGraph(
            words: words, anyWord: words.firstIndex(of: "*"), arcs: arcs, finals: finals, numbers: numbers)
    }

    @Test("the sentence that the model expects is the first, in capitals, in pieces and with a full stop")
    func likeliest() throws {
        let graph = graph(["turn on the light", "turn off the light", "turn on the lights"])
        for written in [
            [" turn", " on", " the", " light"], [" Turn", " on", " the", " l", "ight", "."],
        ] {
            let found = Model().found(graph, written: written)
            #expect(found.first?.words == ["turn", "on", "the", "light"])
            #expect(try #require(found.first).score > -1)
        }
        let pieces = Model().found(graph, written: [" turn", " of", "f", " the", " light", "s"])
        // The whole word is as unlikely as any other token here, and the sentence is still the nearest.
        #expect(pieces.first?.words.prefix(2) == ["turn", "off"])
    }

    @Test("a word that was not said costs its probability, and the other sentences follow by theirs")
    func nearest() throws {
        let found = Model().found(
            graph(["turn on the light", "turn off the light"]), written: [" turn", " oat", " the", " light"])
        #expect(found.count == 2)
        let (first, second) = (try #require(found.first), try #require(found.last))
        #expect(first.score < -0.5 && first.score >= second.score && first.words != second.words)
    }

    @Test("the words of an open parameter are those that the model writes")
    func openWords() {
        let graph = graph(["add * to the list", "add milk to the list"])
        let found = Model().found(graph, written: [" Add", " oat", " milk", "shake", " to", " the", " list", "."])
        #expect(found.first?.words == ["add", "oat", "milkshake", "to", "the", "list"])
        #expect(found.first?.openWords == 2)
    }

    @Test("numbers may be written in digits: of one word, of two, of a code, and of a time")
    func digits() {
        let numbers = ["ten": 10, "two": 2, "five": 5, "twenty five": 25, "thirty": 30]
        var graph = graph(
            ["add ten minutes", "add two five", "turn on ten thirty", "turn on ten pm"], numbers: numbers)
        for (written, said) in [
            ([" Add", " 10", " minutes"], "add ten minutes"), ([" Add", " 2", "5"], "add two five"),
            ([" Turn", " on", " 10", ":30"], "turn on ten thirty"),
            ([" Turn", " on", " 10", ".30"], "turn on ten thirty"),
            ([" Turn", " on", " 10", "30"], "turn on ten thirty"), ([" turn", " on", " 10", "pm"], "turn on ten pm"),
        ] {
            let found = Model().found(graph, written: written)
            #expect(found.first?.words.joined(separator: " ") == said)
            #expect((found.first?.score ?? -9) > -0.6, "\(said)")
        }
        graph = self.graph(["add twenty-five minutes"], numbers: numbers)
        let pair = SentenceGraph(
            words: graph.words.map { $0.replacing("-", with: " ") }, anyWord: nil, arcs: graph.arcs,
            finals: graph.finals, numbers: numbers)
        let found = Model().found(pair, written: [" Add", " 25", " minutes"])
        #expect(found.first?.words == ["add", "twenty", "five", "minutes"])
    }

    @Test("a comma between words costs nothing")
    func pauses() throws {
        let graph = graph(["turn on the light"])
        // Half a comma and half the word are expected in each place.
        let model = Model()
        var search = SentenceSearch(graph, WordSpellings(model.table), end: model.end)
        while let beginning = search.next {
            let words = [" turn", " on", " the", " light"]
            let next =
                beginning.count < words.count
                ? model.texts.firstIndex(of: words[beginning.count]) : model.texts.count
            let comma = model.texts.firstIndex(of: ",")
            let logits: [Float] = (0...model.texts.count).map { log($0 == next || $0 == comma ? 0.5 : 1e-6) }
            logits.withUnsafeBufferPointer { search.extend(by: $0) }
        }
        #expect(try #require(search.found.first).score > -0.01)
    }

    @Test("the search ends, with any number of any words and with a model that expects nothing")
    func bounded() {
        var asked = 0
        _ = Model().found(graph(["*", "add *"]), written: [], probability: 1 / 30, asked: &asked)
        #expect(asked < 1000)
        #expect(Model().found(graph([]), written: [" turn"]).isEmpty)
    }
}

extension SentenceSearchTests {
    @Test("a search that is ended from outside says that it was cut short")
    func cutShort() {
        let model = Model()
        var search = SentenceSearch(
            graph(["turn on the light"]), WordSpellings(model.table), end: model.end)
        let logits = [Float](repeating: 0, count: model.texts.count + 1)
        logits.withUnsafeBufferPointer { search.extend(by: $0) { true } }
        #expect(search.isCutShort && search.next == nil && search.found.isEmpty)
    }

    @Test("a sentence that nobody is likely to have said is not found")
    func unlikely() {
        var asked = 0
        let found = Model().found(
            graph(["turn on the light"]), written: [" oat", " milk", "shake", " oat", " milk"], probability: 0.9999,
            asked: &asked)
        #expect(found.isEmpty)
    }

    @Test("numbers that are not numbers end no search and crash none")
    func notANumber() {
        let model = Model()
        for value in [Float.nan, .infinity, -.infinity] {
            var search = SentenceSearch(
                graph(["turn on the light", "add *"]), WordSpellings(model.table), end: model.end)
            let logits = [Float](repeating: value, count: model.texts.count + 1)
            var asked = 0
            while search.next != nil, asked < 1000 {
                asked += 1
                logits.withUnsafeBufferPointer { search.extend(by: $0) }
            }
            #expect(asked < 1000)
        }
    }
}
