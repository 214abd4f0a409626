/// The places that a search has reached and not yet left, with the best paths to each.
///
/// A place is a word position and a state of the automaton. The places of a word are a chain in the order in which they
/// were reached; their room is used again once the search has left the word.
struct ReachedPlaces {
    /// The most places at a word; further ones are dropped.
    static let maximumPlaces = 4096
    /// The number of places at a word above which they are found by an index.
    static let indexedPlaces = 32

    private struct Place {
        var state: Int32
        /// The next place of the word; -1 for the last.
        var next: Int32 = -1
    }

    private struct Chain {
        var first: Int32 = -1
        var last: Int32 = -1
        var count = 0
    }

    private var places: [Place] = []
    /// The best paths to each place, in the row of its number.
    private(set) var ways: RankedRows<Path>
    private var chains: [Chain]
    /// The first place whose room can be used again; -1 for none.
    private var unused: Int32 = -1
    /// The places at words that have many, by word and state.
    private var index = PairTable()

    /// Creates the places of an utterance.
    /// - Parameters:
    ///   - count: The number of words.
    ///   - limit: The most paths that are kept for a place.
    init(count: Int, limit: Int) {
        chains = [Chain](repeating: Chain(), count: count + 1)
        ways = RankedRows(width: limit, filler: Path())
    }

    /// Returns the first place at a word; nil when there is none.
    func first(at offset: Int) -> Int? { chains[offset].first < 0 ? nil : Int(chains[offset].first) }

    /// Returns the next place at the same word; nil after the last.
    func next(after place: Int) -> Int? { places[place].next < 0 ? nil : Int(places[place].next) }

    /// Returns the automaton's state at a place.
    func state(of place: Int) -> Int32 { places[place].state }

    /// Records a path to a state at a word.
    mutating func reach(_ state: Int32, _ way: Path, at offset: Int, _ paths: Paths) {
        if let place = place(state, at: offset) {
            insert(way, at: place, paths)
        } else if chains[offset].count < Self.maximumPlaces {
            ways.insert(way, add(state, at: offset), at: 0)
        }
    }

    /// Frees the room of the places at a word.
    mutating func leave(_ offset: Int) {
        guard chains[offset].first >= 0 else { return }
        places[Int(chains[offset].last)].next = unused
        unused = chains[offset].first
        chains[offset] = Chain()
    }

    private mutating func insert(_ way: Path, at place: Int, _ paths: Paths) {
        let count = ways.count(place)
        let index = (0..<count).first { paths.isBetter(way, than: ways[place, $0]) } ?? count
        if index < ways.width { ways.insert(way, place, at: index) }
    }

    private func place(_ state: Int32, at offset: Int) -> Int? {
        if chains[offset].count > Self.indexedPlaces { return index.value(Int32(offset), state).map(Int.init) }
        var place = chains[offset].first
        while place >= 0 {
            if places[Int(place)].state == state { return Int(place) }
            place = places[Int(place)].next
        }
        return nil
    }

    private mutating func add(_ state: Int32, at offset: Int) -> Int {
        let place: Int
        if unused >= 0 {
            place = Int(unused)
            unused = places[place].next
            places[place] = Place(state: state)
            ways.clear(place)
        } else {
            place = ways.addRow()
            places.append(Place(state: state))
        }
        if chains[offset].last >= 0 {
            places[Int(chains[offset].last)].next = Int32(place)
        } else {
            chains[offset].first = Int32(place)
        }
        chains[offset].last = Int32(place)
        chains[offset].count += 1
        enter(place, at: offset)
        return place
    }

    /// Adds a place to the index, and all places of its word when it is the first one beyond the limit.
    private mutating func enter(_ place: Int, at offset: Int) {
        guard chains[offset].count > Self.indexedPlaces else { return }
        guard chains[offset].count == Self.indexedPlaces + 1 else {
            return index.set(Int32(offset), places[place].state, Int32(place))
        }
        var other = chains[offset].first
        while other >= 0 {
            index.set(Int32(offset), places[Int(other)].state, other)
            other = places[Int(other)].next
        }
    }
}
