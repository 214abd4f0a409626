/// A network of words while it is built: nondeterministic, with empty moves.
struct WordNetwork: Sendable {
    /// How many moves a network may have; more are refused by ``isFull``.
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

    /// A chain of words from a state.
    ///
    /// - Returns: The state after the last.
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

    /// All states that empty moves lead to, sorted, those given included.
    func closure(of states: some Sequence<Int>) -> [Int] {
        var seen = Set(states)
        var open = Array(seen)
        while let state = open.popLast() {
            for next in emptyMoves[state] where seen.insert(next).inserted { open.append(next) }
        }
        return seen.sorted()
    }
}
