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
    /// The most slots on all paths together; an utterance that needs more is not understood.
    static let maximumSteps = 1_000_000
    /// The number of slots on the paths of all searches in an utterance above which no further one begins. There is one
    /// for each choice of the words of politeness that are skipped, up to fifty.
    static let maximumStepsInAll = 2_000_000

    private let automaton: Automaton
    private(set) var paths = Paths()
    private var places: ReachedPlaces
    private var begun: BegunSlots

    init(_ automaton: Automaton, count: Int) {
        self.automaton = automaton
        let limit = count > Self.longUtterance ? Self.maximumLongWays : Self.maximumWays
        places = ReachedPlaces(count: count, limit: limit)
        begun = BegunSlots(limit: limit)
    }

    /// Returns the accepting states that cover all words of the range, with the best paths to each.
    mutating func run(
        _ utterance: inout Utterance, _ range: Range<Int>, _ cache: inout AutomatonCache
    ) -> [(state: Int32, ways: [Path])] {
        places.reach(cache.start, Path(), at: 0, paths)
        for offset in 0..<range.count where paths.steps.count <= Self.maximumSteps {
            var place = places.first(at: offset)
            while let here = place {
                follow(here, offset, &utterance, range, &cache)
                place = places.next(after: here)
            }
            places.leave(offset)
            begun.close(at: offset + 1, automaton, &paths, &places) { label in
                utterance.mayEnd(label, at: range.lowerBound + offset)
            }
        }
        var ends: [(state: Int32, ways: [Path])] = []
        var place = places.first(at: range.count)
        while let end = place {
            let state = places.state(of: end)
            if !cache.accepts[Int(state)].isEmpty { ends.append((state, places.ways.all(end))) }
            place = places.next(after: end)
        }
        return ends
    }

    /// Follows all transitions from a place at a word.
    private mutating func follow(
        _ place: Int, _ offset: Int, _ utterance: inout Utterance, _ range: Range<Int>, _ cache: inout AutomatonCache
    ) {
        let state = places.state(of: place)
        let position = range.lowerBound + offset
        takeWord(cache.next(state, word: utterance.words[position]), 1, from: place, at: offset)
        if !utterance.joined.isEmpty, let both = utterance.joined[position], offset + 2 <= range.count {
            takeWord(cache.next(state, word: both), 2, from: place, at: offset)
        }
        for index in cache.slots(of: state) {
            let number = cache.label(ofSlot: index)
            switch automaton.network.labels[Int(number)].kind {
            case .open:
                guard utterance.mayBegin(number, at: position) else { continue }
                let next = cache.next(state, slot: index)
                for way in 0..<places.ways.count(place) {
                    begun.begin(number, next, places.ways[place, way], at: offset, paths)
                }
            case .list(let list):
                let matches = utterance.matches(of: number, at: position)
                for match in matches.indices where matches[match].list == list {
                    take(matches[match].count, from: place, slot: index, at: offset, end: range.count, &cache)
                }
            case let kind:
                guard utterance.mayBegin(kind, number, at: position) else { continue }
                let readings = utterance.readings(of: kind, number, at: position)
                for reading in readings.indices {
                    take(readings[reading].count, from: place, slot: index, at: offset, end: range.count, &cache)
                }
            }
        }
    }

    /// Takes a word or two that are one, on all paths to a place.
    private mutating func takeWord(_ next: Int32, _ count: Int32, from place: Int, at offset: Int) {
        guard next != AutomatonCache.dead else { return }
        for index in 0..<places.ways.count(place) {
            var way = places.ways[place, index]
            way.literal += count
            places.reach(next, way, at: offset + Int(count), paths)
        }
    }

    /// Takes a value of `count` words, on all paths to a place.
    /// - Parameters:
    ///   - index: The number of the slot.
    ///   - end: The number of words of the utterance.
    private mutating func take(
        _ count: Int, from place: Int, slot index: Int, at offset: Int, end: Int, _ cache: inout AutomatonCache
    ) {
        guard offset + count <= end else { return }
        let number = cache.label(ofSlot: index)
        let isPreferred = automaton.network.labels[Int(number)].isPreferred
        let next = cache.next(places.state(of: place), slot: index)
        for way in 0..<places.ways.count(place) {
            let longer = paths.extended(
                places.ways[place, way], label: number, start: offset, end: offset + count, isOpen: false,
                isPreferred: isPreferred)
            places.reach(next, longer, at: offset + count, paths)
        }
    }
}
