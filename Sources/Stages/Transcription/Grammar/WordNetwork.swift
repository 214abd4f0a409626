/// A nondeterministic automaton over words, with empty transitions, under construction.
struct WordNetwork: Sendable {
    /// The number of transitions at which the network is full.
    static let capacity = 400_000

    private(set) var words: [String] = []
    private(set) var transitions: [[(word: Int, to: Int)]] = [[]]
    private(set) var emptyTransitions: [[Int]] = [[]]
    private(set) var finals: Set<Int> = []
    private var wordIndex: [String: Int] = [:]
    private var transitionCount = 0

    let start = 0
    var isFull: Bool { transitionCount >= Self.capacity }

    mutating func addState() -> Int {
        transitions.append([])
        emptyTransitions.append([])
        return transitions.count - 1
    }

    mutating func add(_ from: Int, _ word: String, _ to: Int) {
        let index =
            wordIndex[word]
            ?? {
                words.append(word)
                wordIndex[word] = words.count - 1
                return words.count - 1
            }()
        transitions[from].append((index, to))
        transitionCount += 1
    }

    /// Adds a chain of words that begins at a state.
    ///
    /// - Returns: The state after the last word.
    mutating func add(_ from: Int, chain: some Sequence<String>) -> Int {
        var state = from
        for word in chain {
            let next = addState()
            add(state, word, next)
            state = next
        }
        return state
    }

    mutating func addEmpty(_ from: Int, _ to: Int) {
        emptyTransitions[from].append(to)
        transitionCount += 1
    }

    /// Adds the sentences of an automaton, from the start on.
    mutating func add(_ automaton: WordAutomaton) {
        let states = automaton.arcs.map { _ in addState() }
        addEmpty(start, states[0])
        for (state, arcs) in automaton.arcs.enumerated() {
            for arc in arcs { add(states[state], automaton.words[arc.word], states[arc.to]) }
        }
        for final in automaton.finals { markFinal(states[final]) }
    }

    mutating func markFinal(_ state: Int) { finals.insert(state) }

    /// Returns the states reachable by empty transitions, including the given states, sorted.
    func closure(of states: some Sequence<Int>) -> [Int] {
        var seen = Set(states)
        var open = Array(seen)
        while let state = open.popLast() {
            for next in emptyTransitions[state] where seen.insert(next).inserted { open.append(next) }
        }
        return seen.sorted()
    }
}
