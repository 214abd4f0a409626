import SaybusPhrases

/// The patterns of all apps as one nondeterministic network with empty transitions, built by `PhraseCompiler`.
struct PatternNetwork: Sendable {
    /// A transition.
    struct Edge: Sendable {
        /// The number of a word or of a slot label.
        var label: Int32
        var to: Int32
        /// The index of the state's next transition of the same kind; -1 for the last.
        var next: Int32
    }

    /// A state, with the index of its first transition of each kind, or -1.
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
    /// The number of what is read for each label. Labels for which the same is read have the same number.
    private(set) var kindNumbers: [Int32] = []
    /// Whether a label has a prefix or a suffix.
    private(set) var hasPartsOfWords = false
    private var labelNumbers: [SlotLabel: Int32] = [:]
    private var numbersOfKinds: [Reading: Int32] = [:]
    var words = WordTable()
    /// The slot types of the app that is being compiled, and the slots of its current command.
    var declarations = SlotDeclarations()
    var declared: [String: String] = [:]

    /// The part of a label that decides which values begin at a word.
    private struct Reading: Hashable {
        var kind: SlotKind
        var prefix: String
        var suffix: String
    }

    /// The state in which all patterns begin.
    static let start = 0

    /// The most states of all patterns together, which take about 150 MB.
    static let maximumStates = 4_000_000

    /// The most states of the patterns of one app, so that one app cannot take the room of all others.
    static let maximumStatesOfApp = 1_000_000

    /// The number of states before the app that is being compiled.
    private var statesBeforeApp = 0

    /// Whether the network accepts no further patterns of the app that is being compiled.
    var isFull: Bool {
        states.count >= Self.maximumStates || states.count - statesBeforeApp >= Self.maximumStatesOfApp
    }

    /// Begins the room and the slot declarations of another app, whose patterns follow.
    mutating func beginApp() {
        statesBeforeApp = states.count
        declarations = SlotDeclarations()
    }

    mutating func end(_ pattern: Int, at state: Int) {
        // A separate end state, since several patterns may reach the same state.
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
        var possible = try declarations.labels(of: slot, declared: declared)
        if !slot.prefix.isEmpty || !slot.suffix.isEmpty {
            possible = possible.filter { $0.mayFollow(prefix: slot.prefix) && $0.mayPrecede(suffix: slot.suffix) }
            guard !possible.isEmpty else { return nil }
        }
        let end = addState()
        for var label in possible {
            (label.prefix, label.suffix) = (slot.prefix, slot.suffix)
            let number = labelNumbers[label] ?? Int32(labels.count)
            if labelNumbers[label] == nil {
                labelNumbers[label] = number
                labels.append(label)
                hasPartsOfWords = hasPartsOfWords || label.isPartOfWords
                let key = Reading(kind: label.kind, prefix: label.prefix, suffix: label.suffix)
                let kind = numbersOfKinds[key] ?? Int32(numbersOfKinds.count)
                numbersOfKinds[key] = kind
                kindNumbers.append(kind)
            }
            add(number, end, \.slots, from: from)
        }
        return end
    }
}
