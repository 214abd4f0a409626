/// A deterministic finite automaton over words that accepts the sentences of a grammar.
struct WordAutomaton: Sendable, Equatable {
    /// The symbol for any single word, in parameters that take any words.
    static let anyWord = "*"

    /// A transition to a state; `word` is an index into ``words``.
    struct Arc: Sendable, Hashable {
        var word: Int
        var to: Int
    }

    /// The distinct words, in order of first use.
    var words: [String]
    /// The outgoing arcs of each state, sorted by word; state 0 is the start.
    var arcs: [[Arc]]
    /// The final states.
    var finals: Set<Int>

    var arcCount: Int { arcs.reduce(0) { $0 + $1.count } }

    /// Returns the states reached by the words from the start; empty when no sentence begins with them.
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

    /// Returns whether a sentence that begins with the words can continue.
    func canContinue(after sentence: some Sequence<String>) -> Bool {
        states(after: sentence).contains { !arcs[$0].isEmpty }
    }

    /// Returns whether the words form a complete sentence.
    func accepts(_ sentence: some Sequence<String>) -> Bool { !states(after: sentence).isDisjoint(with: finals) }

    /// Returns whether the words form a complete sentence without a parameter that takes any words.
    func acceptsAsListed(_ sentence: [String]) -> Bool {
        !sentence.reduce([0], listed).isDisjoint(with: finals)
    }

    /// Returns the states that a listed word leads to.
    func listed(after states: Set<Int>, _ word: String) -> Set<Int> {
        var next: Set<Int> = []
        for state in states {
            for arc in arcs[state] where words[arc.word] == word { next.insert(arc.to) }
        }
        return next
    }
}
