import SaybusPhrases

/// A beam search for all patterns at once, word by word through an utterance.
///
/// A place is a word position and a state of the automaton. Only the best few paths to each place are kept,
/// so the work is bounded by words times places: a pattern with thirty open parameters cannot cause an
/// exponential search.
struct PatternSearch {
    /// The most paths that are kept for a place in an utterance of usual length.
    static let maximumWays = 8
    /// The most paths that are kept for a place in a long utterance.
    static let maximumLongWays = 2
    /// The number of words above which an utterance is long.
    static let longUtterance = 64
    /// The most places at a word; further ones are dropped.
    static let maximumPlaces = 4096
    /// The number of places at a word above which they are found by an index.
    static let indexedPlaces = 32
    /// The most slots on all paths together; an utterance that needs more is not understood.
    static let maximumSteps = 1_000_000

    /// A state that has been reached at a word, and the paths to it.
    private struct Place {
        let state: Int32
        var ways: [Path]
    }

    /// An open slot that has begun.
    private struct Begun {
        let label: Int32
        let to: Int32
        /// The paths to the slot, with the word at which it begins.
        var ways: [(path: Path, start: Int)]
    }

    let network: PatternNetwork
    let lists: ValueLists
    private(set) var paths = Paths()
    private var places: [[Place]]
    /// The indices of the places at words that have many, by word and state.
    private var placeIndex: [UInt64: Int] = [:]
    private var begun: [Begun] = []
    private var begunIndex: [UInt64: Int] = [:]
    private let limit: Int

    init(network: PatternNetwork, lists: ValueLists, count: Int) {
        (self.network, self.lists) = (network, lists)
        places = [[Place]](repeating: [], count: count + 1)
        limit = count > Self.longUtterance ? Self.maximumLongWays : Self.maximumWays
    }

    /// Returns the accepting states that cover all words of the range, with the best paths to each.
    mutating func run(
        _ utterance: inout Utterance, _ range: Range<Int>, _ cache: inout AutomatonCache
    ) -> [(state: Int32, ways: [Path])] {
        places[0] = [Place(state: cache.start, ways: [Path()])]
        for offset in 0..<range.count where paths.steps.count <= Self.maximumSteps {
            let here = places[offset]
            places[offset] = []
            for place in here { follow(place, offset, &utterance, range, &cache) }
            closeOpen(at: offset + 1)
        }
        return places[range.count].filter { !cache.accepts[Int($0.state)].isEmpty }.map { ($0.state, $0.ways) }
    }

    private mutating func follow(
        _ place: Place, _ offset: Int, _ utterance: inout Utterance, _ range: Range<Int>, _ cache: inout AutomatonCache
    ) {
        let position = range.lowerBound + offset
        let next = cache.next(place.state, word: utterance.words[position], network)
        if next != AutomatonCache.dead {
            for var way in place.ways {
                way.literal += 1
                reach(next, way, at: offset + 1)
            }
        }
        if let both = utterance.joined[position], offset + 2 <= range.count {
            let next = cache.next(place.state, word: both, network)
            if next != AutomatonCache.dead {
                for var way in place.ways {
                    way.literal += 2
                    reach(next, way, at: offset + 2)
                }
            }
        }
        for (index, edge) in cache.slots(of: place.state).enumerated() {
            let label = network.labels[Int(edge.label)]
            switch label.kind {
            case .open:
                begin(edge.label, cache.next(place.state, slot: index, network), place.ways, at: offset)
            case .list(let list):
                for match in utterance.matches(of: label, at: position, network.words, lists) where match.list == list {
                    take(
                        match.count, as: edge.label, label, from: place, slot: index, at: offset, end: range.count,
                        &cache)
                }
            default:
                for reading in utterance.readings(of: label.kind, at: position) {
                    take(
                        reading.count, as: edge.label, label, from: place, slot: index, at: offset, end: range.count,
                        &cache)
                }
            }
        }
    }

    /// Takes a value of `count` words, on all paths to a place.
    /// - Parameters:
    ///   - number: The number of the slot's label.
    ///   - index: The number of the slot among those of the place's state.
    ///   - end: The number of words of the utterance.
    private mutating func take(
        _ count: Int, as number: Int32, _ label: SlotLabel, from place: Place, slot index: Int, at offset: Int,
        end: Int, _ cache: inout AutomatonCache
    ) {
        guard offset + count <= end else { return }
        let next = cache.next(place.state, slot: index, network)
        for way in place.ways {
            let longer = paths.extended(
                way, label: number, start: offset, end: offset + count, isOpen: false, isPreferred: label.isPreferred)
            reach(next, longer, at: offset + count)
        }
    }

    private mutating func reach(_ state: Int32, _ way: Path, at offset: Int) {
        let count = places[offset].count
        if let index = indexOfPlace(state, at: offset) {
            paths.insert(way, into: &places[offset][index].ways, limit: limit)
        } else if count < Self.maximumPlaces {
            places[offset].append(Place(state: state, ways: [way]))
            guard count >= Self.indexedPlaces else { return }
            let missing = count == Self.indexedPlaces ? 0...count : count...count
            for index in missing { placeIndex[Self.key(offset, places[offset][index].state)] = index }
        }
    }

    private func indexOfPlace(_ state: Int32, at offset: Int) -> Int? {
        places[offset].count > Self.indexedPlaces
            ? placeIndex[Self.key(offset, state)] : places[offset].firstIndex { $0.state == state }
    }

    private static func key(_ high: Int, _ low: Int32) -> UInt64 {
        UInt64(UInt32(truncatingIfNeeded: high)) << 32 | UInt64(UInt32(bitPattern: low))
    }

    // MARK: Open slots

    private mutating func begin(_ label: Int32, _ to: Int32, _ ways: [Path], at offset: Int) {
        let key = Self.key(Int(label), to)
        let index = begunIndex[key] ?? begun.count
        if index == begun.count {
            begunIndex[key] = index
            begun.append(Begun(label: label, to: to, ways: []))
        }
        for way in ways {
            // Of two paths, the better one stays better wherever the slot ends.
            let place =
                begun[index].ways.firstIndex { isBetter(way, offset, than: $0.path, $0.start) }
                ?? begun[index].ways.count
            guard place < limit else { continue }
            if begun[index].ways.count == limit { begun[index].ways.removeLast() }
            begun[index].ways.insert((way, offset), at: place)
        }
    }

    /// Compares two paths as ``Paths/isBetter(_:than:)`` would after both slots have ended at the same word.
    private func isBetter(_ one: Path, _ start: Int, than other: Path, _ otherStart: Int) -> Bool {
        if one.openSlots != other.openSlots { return one.openSlots < other.openSlots }
        if one.literal != other.literal { return one.literal > other.literal }
        let (open, otherOpen) = (Int(one.open) - start, Int(other.open) - otherStart)
        if open != otherOpen { return open < otherOpen }
        if one.last == other.last { return start > otherStart }
        return paths.isBetter(one, than: other)
    }

    /// Adds the paths on which each open slot ends at a word, and keeps those on which it continues.
    private mutating func closeOpen(at offset: Int) {
        for index in begun.indices {
            let limit = network.labels[Int(begun[index].label)].maximumWords
            if let limit { begun[index].ways.removeAll { offset - $0.start > limit } }
            for (path, start) in begun[index].ways {
                let way = paths.extended(
                    path, label: begun[index].label, start: start, end: offset, isOpen: true, isPreferred: false)
                reach(begun[index].to, way, at: offset)
            }
        }
    }
}
