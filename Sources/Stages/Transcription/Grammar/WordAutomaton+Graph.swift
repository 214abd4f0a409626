import SaybusPhrases
import SaybusWhisper

extension WordAutomaton {
    /// The sentences as the graph that Whisper's decoder follows. Two words of a number are one word there, too, since
    /// the model may write `25`.
    var graph: SentenceGraph {
        var graph = (words: words, arcs: arcs.map { $0.map { SentenceGraph.Arc(word: $0.word, to: $0.to) } })
        var numbers: [String: Int] = [:]
        let index = Dictionary(words.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        /// The numbers of two words, by the places of the words.
        var pairs: [Int: [Int: Int]] = [:]
        for number in 0..<1000 {
            let spelled = SpelledWords.spelled(number, Language.inUse.numbers) ?? []
            if spelled.count == 1 { numbers[spelled[0]] = number }
            guard spelled.count == 2, let first = index[spelled[0]], let second = index[spelled[1]] else { continue }
            numbers[spelled.joined(separator: " ")] = number
            pairs[first, default: [:]][second] = graph.words.count
            graph.words.append(spelled.joined(separator: " "))
        }
        for (word, digit) in Language.inUse.numbers.extraDigits { numbers[word] = digit }
        for (state, own) in arcs.enumerated() {
            for arc in own {
                guard let seconds = pairs[arc.word] else { continue }
                for next in arcs[arc.to] {
                    if let word = seconds[next.word] {
                        graph.arcs[state].append(SentenceGraph.Arc(word: word, to: next.to))
                    }
                }
            }
        }
        return SentenceGraph(
            words: graph.words, anyWord: index[Self.anyWord], arcs: graph.arcs, finals: finals, numbers: numbers)
    }
}
