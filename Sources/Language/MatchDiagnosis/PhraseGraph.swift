import SaybusPhrases

/// One pattern as a graph of words and slots.
struct PhraseGraph: PhraseNetwork {
    /// The content of a transition.
    enum Label {
        case nothing
        case word(Token)
        case slot(PhraseSlot)
    }

    /// The most states of a pattern that is compared.
    static let maximumStates = 4000
    /// The state in which the pattern begins.
    static let start = 0

    private(set) var edges: [[(label: Label, to: Int)]] = [[]]
    /// The state in which the pattern ends.
    let end: Int

    /// Lays out a pattern whose rules are expanded; nil when it has no sentences, or is too large.
    init?(_ expression: PhraseExpression) {
        var (graph, compiler) = (Self(), PhraseCompiler())
        guard let end = try? compiler.lay(expression, from: Self.start, into: &graph),
            graph.edges.count <= Self.maximumStates
        else { return nil }
        (edges, self.end) = (graph.edges, end)
    }

    private init() { end = 0 }

    mutating func addState() -> Int {
        edges.append([])
        return edges.count - 1
    }

    mutating func addWord(_ word: Token, from: Int, to: Int) { edges[from].append((.word(word), to)) }

    mutating func addEmpty(from: Int, to: Int) { edges[from].append((.nothing, to)) }

    mutating func addSlot(_ slot: PhraseSlot, from: Int) -> Int? {
        // The letters before the value are a word of their own here.
        guard slot.prefix.isEmpty else { return nil }
        let state = addState()
        edges[from].append((.slot(slot), state))
        return state
    }

    /// Returns whether a sentence can leave out what stands between two states: a way without words leads past it.
    func isOptional(from: Int, to: Int) -> Bool {
        var backward = [[Int]](repeating: [], count: edges.count)
        for (state, edges) in edges.enumerated() { for edge in edges { backward[edge.to].append(state) } }
        let before = Self.reached(from: [from]) { backward[$0] }
        let after = Self.reached(from: [to]) { edges[$0].map { $0.to } }
        let passing = Self.reached(from: before) { state in
            edges[state].filter { if case .nothing = $0.label { true } else { false } }.map { $0.to }
        }
        return !passing.isDisjoint(with: after)
    }

    private static func reached(from states: Set<Int>, next: (Int) -> [Int]) -> Set<Int> {
        var (found, open) = (states, Array(states))
        while let state = open.popLast() {
            for other in next(state) where found.insert(other).inserted { open.append(other) }
        }
        return found
    }
}
