import SaybusPhrases
import Synchronization

/// The network of all patterns as a deterministic automaton that is built while it is used (lazy subset
/// construction).
///
/// A state stands for all places in the network that an utterance may have reached. So each word takes one step,
/// whatever the number of patterns. Known states are cached up to a limit; then the cache is cleared.
final class Automaton: Sendable {
    let network: PatternNetwork
    /// The values of the slots.
    let lists: ValueLists
    /// The part of the automaton built so far. It is locked for one utterance at a time.
    let cache: Mutex<AutomatonCache>

    init(_ network: PatternNetwork, _ lists: ValueLists) {
        (self.network, self.lists) = (network, lists)
        cache = Mutex(AutomatonCache(network))
    }
}

/// The states of an automaton that have been needed so far.
struct AutomatonCache: Sendable {
    /// The number of entries after which the cache is cleared.
    static let maximumEntries = 1_000_000
    /// The state of an utterance that matches no pattern.
    static let dead: Int32 = -1

    /// The spellings without accents, once a text has matched nothing.
    var respelling: Respelling?
    /// The state before the first word.
    let start: Int32 = 0
    private let places: [PatternNetwork.State]
    private let edges: [PatternNetwork.Edge]
    private var members: [[Int32]] = []
    private var index: [[Int32]: Int32] = [:]
    /// The slots that may follow a state, by its number.
    private var slotRanges: [Range<Int32>] = []
    /// The slots of all states, each with the state after it.
    private var slots: [(label: Int32, to: Int32)] = []
    private(set) var accepts: [[Int32]] = []
    private var words = PairTable()
    private var entryCount = 0

    init(_ network: PatternNetwork) {
        (places, edges) = (network.states, network.edges)
        begin()
    }

    private mutating func begin() {
        (members, index, slotRanges, slots, accepts, words) = ([], [:], [], [], [], PairTable())
        entryCount = 0
        _ = state(of: [Int32(PatternNetwork.start)])
    }

    /// Clears the cache when it has too many entries. Call it between utterances only.
    mutating func makeRoom() {
        if entryCount > Self.maximumEntries { begin() }
    }

    /// Returns the state after a word, or ``dead``.
    mutating func next(_ state: Int32, word: Int) -> Int32 {
        guard word >= 0 else { return Self.dead }
        let label = Int32(word)
        if let known = words.value(state, label) { return known }
        var targets: [Int32] = []
        for member in members[Int(state)] {
            var edge = places[Int(member)].words
            while edge >= 0 {
                if edges[Int(edge)].label == label { targets.append(edges[Int(edge)].to) }
                edge = edges[Int(edge)].next
            }
        }
        let next = targets.isEmpty ? Self.dead : self.state(of: targets)
        words.set(state, label, next)
        entryCount += 4
        return next
    }

    /// Returns the numbers of the slots that may follow a state.
    func slots(of state: Int32) -> Range<Int> {
        let range = slotRanges[Int(state)]
        return Int(range.lowerBound)..<Int(range.upperBound)
    }

    /// Returns the label with which a slot was added to the network. Several slots may have the same.
    func label(ofSlot number: Int) -> Int32 { slots[number].label }

    /// Returns the state after a slot in ``slots(of:)``.
    mutating func next(_ state: Int32, slot number: Int) -> Int32 {
        let (label, known) = slots[number]
        if known != Self.dead { return known }
        var targets: [Int32] = []
        for member in members[Int(state)] {
            var edge = places[Int(member)].slots
            while edge >= 0 {
                if edges[Int(edge)].label == label { targets.append(edges[Int(edge)].to) }
                edge = edges[Int(edge)].next
            }
        }
        let next = self.state(of: targets)
        slots[number].to = next
        return next
    }

    /// Returns the state for places of the network and all places that empty transitions reach from them.
    private mutating func state(of reached: [Int32]) -> Int32 {
        var seen = Set(reached)
        var open = Array(seen)
        while let place = open.popLast() {
            var edge = places[Int(place)].empties
            while edge >= 0 {
                let to = edges[Int(edge)].to
                if seen.insert(to).inserted { open.append(to) }
                edge = edges[Int(edge)].next
            }
        }
        // Places that have only empty transitions need not be kept.
        let kept = seen.filter { place in
            let state = places[Int(place)]
            return state.words >= 0 || state.slots >= 0 || state.pattern >= 0
        }.sorted()
        if let known = index[kept] { return known }
        let state = Int32(members.count)
        index[kept] = state
        members.append(kept)
        accepts.append(
            kept.compactMap { place in
                let pattern = places[Int(place)].pattern
                return pattern >= 0 ? pattern : nil
            }.sorted())
        var labels: Set<Int32> = []
        for place in kept {
            var edge = places[Int(place)].slots
            while edge >= 0 {
                labels.insert(edges[Int(edge)].label)
                edge = edges[Int(edge)].next
            }
        }
        let begin = Int32(slots.count)
        for label in labels.sorted() { slots.append((label, Self.dead)) }
        slotRanges.append(begin..<Int32(slots.count))
        entryCount += kept.count * 2 + labels.count * 2 + 16
        return state
    }
}
