/// The open slots of a search that have begun: each may end at any later word.
struct BegunSlots {
    private struct Slot {
        let label: Int32
        /// The state after the slot.
        let to: Int32
    }

    /// A path to a slot, with the word at which the slot begins.
    private struct Beginning {
        var path = Path()
        var start = 0
    }

    private var slots: [Slot] = []
    /// The best paths to each slot, by its number.
    private var ways: RankedRows<Beginning>
    private var index = PairTable()

    /// Creates an empty collection.
    /// - Parameter limit: The most paths that are kept for a slot.
    init(limit: Int) { ways = RankedRows(width: limit, filler: Beginning()) }

    /// Begins a slot at a word, on a path.
    mutating func begin(_ label: Int32, _ to: Int32, _ path: Path, at offset: Int, _ paths: Paths) {
        let slot = index.value(label, to).map(Int.init) ?? add(Slot(label: label, to: to))
        let count = ways.count(slot)
        // Of two paths, the better one stays better wherever the slot ends.
        let place =
            (0..<count).first { place in
                let other = ways[slot, place]
                return Self.isBetter(path, offset, than: other.path, other.start, paths)
            } ?? count
        if place < ways.width { ways.insert(Beginning(path: path, start: offset), slot, at: place) }
    }

    /// Adds the paths on which each slot ends at a word, and keeps those on which it continues.
    /// - Parameter mayEnd: Returns whether a slot, given by the number of its label, may end here.
    mutating func close(
        at offset: Int, _ automaton: Automaton, _ paths: inout Paths, _ places: inout ReachedPlaces,
        mayEnd: (Int32) -> Bool
    ) {
        for slot in slots.indices {
            let (label, to) = (slots[slot].label, slots[slot].to)
            if let limit = automaton.network.labels[Int(label)].maximumWords {
                ways.remove(slot) { offset - $0.start > limit }
            }
            guard mayEnd(label) else { continue }
            for index in 0..<ways.count(slot) {
                let beginning = ways[slot, index]
                let way = paths.extended(
                    beginning.path, label: label, start: beginning.start, end: offset, isOpen: true,
                    isPreferred: false)
                places.reach(to, way, at: offset, paths)
            }
        }
    }

    private mutating func add(_ slot: Slot) -> Int {
        slots.append(slot)
        index.set(slot.label, slot.to, Int32(slots.count - 1))
        return ways.addRow()
    }

    /// Compares two paths as ``Paths/isBetter(_:than:)`` would after both slots have ended at the same word.
    private static func isBetter(
        _ one: Path, _ start: Int, than other: Path, _ otherStart: Int, _ paths: Paths
    ) -> Bool {
        if one.openSlots != other.openSlots { return one.openSlots < other.openSlots }
        if one.literal != other.literal { return one.literal > other.literal }
        let (open, otherOpen) = (Int(one.open) - start, Int(other.open) - otherStart)
        if open != otherOpen { return open < otherOpen }
        if one.last == other.last { return start > otherStart }
        return paths.isBetter(one, than: other)
    }
}
