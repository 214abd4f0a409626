import SaybusPhrases
import Synchronization

/// The network of all patterns as a deterministic automaton that is built while it is used (lazy subset
/// construction).
///
/// A state stands for all places in the network that an utterance may have reached. So each word takes one step,
/// whatever the number of patterns. Known states are cached up to a limit; then the cache is cleared.
final class Automaton: Sendable {
    let network: PatternNetwork
    /// The part of the automaton built so far. It is locked for one utterance at a time.
    let cache: Mutex<AutomatonCache>

    init(_ network: PatternNetwork) {
        self.network = network
        cache = Mutex(AutomatonCache(network))
    }
}

/// The states of an automaton that have been needed so far.
struct AutomatonCache: Sendable {
    /// The number of entries after which the cache is cleared.
    static let maximumEntries = 1_000_000
    /// The state of an utterance that matches no pattern.
    static let dead: Int32 = -1

    /// The state before the first word.
    let start: Int32 = 0
    private var members: [[Int32]] = []
    private var index: [[Int32]: Int32] = [:]
    private var slotEdges: [[(label: Int32, to: Int32)]] = []
    private(set) var accepts: [[Int32]] = []
    private var words: [UInt64: Int32] = [:]
    private var entryCount = 0

    init(_ network: PatternNetwork) { begin(network) }

    private mutating func begin(_ network: PatternNetwork) {
        (members, index, slotEdges, accepts, words, entryCount) = ([], [:], [], [], [:], 0)
        _ = state(of: [Int32(PatternNetwork.start)], network)
    }

    /// Clears the cache when it has too many entries. Call it between utterances only.
    mutating func makeRoom(_ network: PatternNetwork) {
        if entryCount > Self.maximumEntries { begin(network) }
    }

    /// Returns the state after a word, or ``dead``.
    mutating func next(_ state: Int32, word: Int, _ network: PatternNetwork) -> Int32 {
        guard word >= 0 else { return Self.dead }
        let place = UInt64(UInt32(bitPattern: state)) << 32 | UInt64(UInt32(truncatingIfNeeded: word))
        if let known = words[place] { return known }
        let label = Int32(word)
        var targets: [Int32] = []
        for member in members[Int(state)] {
            var edge = network.states[Int(member)].words
            while edge >= 0 {
                if network.edges[Int(edge)].label == label { targets.append(network.edges[Int(edge)].to) }
                edge = network.edges[Int(edge)].next
            }
        }
        let next = targets.isEmpty ? Self.dead : self.state(of: targets, network)
        words[place] = next
        entryCount += 4
        return next
    }

    /// Returns the slots that may follow a state. Their indices identify them in ``next(_:slot:_:)``.
    func slots(of state: Int32) -> [(label: Int32, to: Int32)] { slotEdges[Int(state)] }

    /// Returns the state after a slot, given by its index in ``slots(of:)``.
    mutating func next(_ state: Int32, slot index: Int, _ network: PatternNetwork) -> Int32 {
        let (label, known) = slotEdges[Int(state)][index]
        if known != Self.dead { return known }
        var targets: [Int32] = []
        for member in members[Int(state)] {
            var edge = network.states[Int(member)].slots
            while edge >= 0 {
                if network.edges[Int(edge)].label == label { targets.append(network.edges[Int(edge)].to) }
                edge = network.edges[Int(edge)].next
            }
        }
        let next = self.state(of: targets, network)
        slotEdges[Int(state)][index].to = next
        return next
    }

    /// Returns the state for places of the network and all places that empty transitions reach from them.
    private mutating func state(of places: [Int32], _ network: PatternNetwork) -> Int32 {
        var seen = Set(places)
        var open = Array(seen)
        while let place = open.popLast() {
            var edge = network.states[Int(place)].empties
            while edge >= 0 {
                let to = network.edges[Int(edge)].to
                if seen.insert(to).inserted { open.append(to) }
                edge = network.edges[Int(edge)].next
            }
        }
        // Places that have only empty transitions need not be kept.
        let kept = seen.filter { place in
            let state = network.states[Int(place)]
            return state.words >= 0 || state.slots >= 0 || state.pattern >= 0
        }.sorted()
        if let known = index[kept] { return known }
        let state = Int32(members.count)
        index[kept] = state
        members.append(kept)
        accepts.append(
            kept.compactMap { place in
                let pattern = network.states[Int(place)].pattern
                return pattern >= 0 ? pattern : nil
            }.sorted())
        var labels: Set<Int32> = []
        for place in kept {
            var edge = network.states[Int(place)].slots
            while edge >= 0 {
                labels.insert(network.edges[Int(edge)].label)
                edge = network.edges[Int(edge)].next
            }
        }
        slotEdges.append(labels.sorted().map { ($0, Self.dead) })
        entryCount += kept.count * 2 + labels.count * 2 + 16
        return state
    }
}
