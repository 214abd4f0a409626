/// A nondeterministic automaton over words, with empty moves, as it is being built.
struct WordNetwork: Sendable {
    /// The maximum number of moves; ``isFull`` turns true there.
    static let maximumMoves = 400_000

    private(set) var words: [String] = []
    private(set) var moves: [[(word: Int, to: Int)]] = [[]]
    private(set) var emptyMoves: [[Int]] = [[]]
    private(set) var finals: Set<Int> = []
    private var wordIndex: [String: Int] = [:]
    private var moveCount = 0

    let start = 0
    var isFull: Bool { moveCount >= Self.maximumMoves }

    mutating func addState() -> Int {
        moves.append([])
        emptyMoves.append([])
        return moves.count - 1
    }

    mutating func add(_ from: Int, _ word: String, _ to: Int) {
        let index =
            wordIndex[word]
            ?? {
                words.append(word)
                wordIndex[word] = words.count - 1
                return words.count - 1
            }()
        moves[from].append((index, to))
        moveCount += 1
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
        emptyMoves[from].append(to)
        moveCount += 1
    }

    mutating func markFinal(_ state: Int) { finals.insert(state) }

    /// Returns the states reachable by empty moves, including those given, sorted.
    func closure(of states: some Sequence<Int>) -> [Int] {
        var seen = Set(states)
        var open = Array(seen)
        while let state = open.popLast() {
            for next in emptyMoves[state] where seen.insert(next).inserted { open.append(next) }
        }
        return seen.sorted()
    }
}
