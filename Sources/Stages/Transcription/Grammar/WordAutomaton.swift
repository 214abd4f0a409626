/// A deterministic automaton of words: which sentences may be said.
struct WordAutomaton: Sendable, Equatable {
    /// Stands for any one word, in parameters that take any words.
    static let anyWord = "*"

    /// A word that leads from a state to another; `word` is an index in ``words``.
    struct Arc: Sendable, Hashable {
        var word: Int
        var to: Int
    }

    /// Every word once, in the order of first use.
    var words: [String]
    /// The arcs of each state, sorted by word; state 0 is the start.
    var arcs: [[Arc]]
    /// The states in which a sentence may end.
    var finals: Set<Int>

    var arcCount: Int { arcs.reduce(0) { $0 + $1.count } }

    /// Where the words may lead from the start; empty when no sentence begins so.
    func states(after sentence: some Sequence<String>) -> Set<Int> {
        var states: Set<Int> = [0]
        for word in sentence {
            var next: Set<Int> = []
            for state in states {
                for arc in arcs[state] where words[arc.word] == word || words[arc.word] == Self.anyWord {
                    next.insert(arc.to)
                }
            }
            states = next
        }
        return states
    }

    /// Whether a word may follow on the words.
    func goesOn(after sentence: some Sequence<String>) -> Bool {
        states(after: sentence).contains { !arcs[$0].isEmpty }
    }

    /// Whether the words are a sentence.
    func accepts(_ sentence: some Sequence<String>) -> Bool { !states(after: sentence).isDisjoint(with: finals) }
}
