import SaybusPhrases
import SaybusWhisper

extension WordAutomaton {
    /// The sentences as the graph that Whisper's decoder follows.
    var graph: SentenceGraph {
        var digits: [String: [String]] = [:]
        for number in Array(0...20) + stride(from: 30, through: 90, by: 10) {
            if let word = SpelledNumbers.spelled(number, Language.inUse.numbers)?.first {
                digits[word] = [String(number)]
            }
        }
        return SentenceGraph(
            words: words, anyWord: words.firstIndex(of: Self.anyWord),
            arcs: arcs.map { $0.map { SentenceGraph.Arc(word: $0.word, to: $0.to) } }, finals: finals,
            spellings: digits)
    }
}
