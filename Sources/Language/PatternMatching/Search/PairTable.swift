/// A table of numbers by pairs of numbers, with open addressing.
///
/// The numbers are those of states, words and the like. The hash function of dictionaries costs more than the rest of a
/// look. A random number in each hash does what it is for: no catalog can be made of pairs that meet.
struct PairTable: Sendable {
    private static let seed = UInt64.random(in: 0...UInt64.max)
    /// The key of an empty place. No pair has two numbers of which all bits are set.
    private static let empty = UInt64.max
    private static let firstCapacity = 16

    private var keys: [UInt64] = []
    private var values: [Int32] = []
    private(set) var count = 0

    /// Returns the number for a pair; nil when it has none.
    func value(_ high: Int32, _ low: Int32) -> Int32? {
        guard count > 0 else { return nil }
        let place = place(of: Self.key(high, low))
        return keys[place] == Self.empty ? nil : values[place]
    }

    /// Sets the number for a pair, in place of an earlier one.
    mutating func set(_ high: Int32, _ low: Int32, _ value: Int32) {
        // Half of the places stay empty, so that few keys meet.
        if (count + 1) * 2 > keys.count { grow() }
        let key = Self.key(high, low)
        let place = place(of: key)
        if keys[place] == Self.empty { count += 1 }
        (keys[place], values[place]) = (key, value)
    }

    private mutating func grow() {
        let (oldKeys, oldValues) = (keys, values)
        let capacity = max(Self.firstCapacity, keys.count * 2)
        keys = [UInt64](repeating: Self.empty, count: capacity)
        values = [Int32](repeating: 0, count: capacity)
        for (key, value) in zip(oldKeys, oldValues) where key != Self.empty {
            let place = place(of: key)
            (keys[place], values[place]) = (key, value)
        }
    }

    /// Returns the place of a key, or the empty place at which it belongs.
    private func place(of key: UInt64) -> Int {
        let mask = keys.count - 1
        // The finalizer of SplitMix64 (Steele, Lea, Flood 2014) spreads numbers that follow each other.
        var hash = key ^ Self.seed
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        var place = Int(truncatingIfNeeded: hash ^ (hash >> 31)) & mask
        while keys[place] != key, keys[place] != Self.empty { place = (place + 1) & mask }
        return place
    }

    private static func key(_ high: Int32, _ low: Int32) -> UInt64 {
        UInt64(UInt32(bitPattern: high)) << 32 | UInt64(UInt32(bitPattern: low))
    }
}
