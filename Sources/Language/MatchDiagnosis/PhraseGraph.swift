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
        let state = addState()
        edges[from].append((.slot(slot), state))
        return state
    }
}
