import SaybusMessages
import SaybusPhrases

/// All patterns of all apps in one network, as ``PhraseCompiler`` lays it: nondeterministic, with empty moves.
struct PatternNetwork: Sendable {
    /// What leads out of a state.
    struct Edge: Sendable {
        /// A word's number, or a slot label's.
        var label: Int32
        var to: Int32
        /// The next edge of the state; -1 after the last.
        var next: Int32
    }

    /// The first edge of each sort, or -1.
    struct State: Sendable {
        var words: Int32 = -1
        var slots: Int32 = -1
        var empties: Int32 = -1
        /// The pattern that ends here, or -1.
        var pattern: Int32 = -1
    }

    private(set) var states = [State()]
    private(set) var edges: [Edge] = []
    private(set) var labels: [SlotLabel] = []
    private var labelNumbers: [SlotLabel: Int32] = [:]
    var words = WordTable()
    /// What the pattern that is laid now declares.
    var declarations = SlotDeclarations()
    var declared: [String: String] = [:]

    /// Where all patterns begin.
    static let start = 0

    /// How many states all patterns together may have: some 150 MB.
    static let maximumStates = 4_000_000

    /// Whether no more patterns are taken.
    var isFull: Bool { states.count >= Self.maximumStates }

    mutating func end(_ pattern: Int, at state: Int) {
        // A state of its own, since several patterns may end in one.
        let end = addState()
        states[end].pattern = Int32(pattern)
        addEmpty(from: state, to: end)
    }

    private mutating func add(_ label: Int32, _ to: Int, _ list: WritableKeyPath<State, Int32>, from: Int) {
        edges.append(Edge(label: label, to: Int32(to), next: states[from][keyPath: list]))
        states[from][keyPath: list] = Int32(edges.count - 1)
    }
}

extension PatternNetwork: PhraseNetwork {
    mutating func addState() -> Int {
        states.append(State())
        return states.count - 1
    }

    mutating func addWord(_ word: Token, from: Int, to: Int) {
        add(Int32(words.insert(word.key)), to, \.words, from: from)
    }

    mutating func addEmpty(from: Int, to: Int) { add(0, to, \.empties, from: from) }

    mutating func addSlot(_ slot: PhraseSlot, from: Int) throws -> Int? {
        let end = addState()
        for label in try declarations.labels(of: slot, declared: declared) {
            let number = labelNumbers[label] ?? Int32(labels.count)
            if labelNumbers[label] == nil {
                labelNumbers[label] = number
                labels.append(label)
            }
            add(number, end, \.slots, from: from)
        }
        return end
    }
}
