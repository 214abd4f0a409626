/// A table that numbers features in order of insertion: 32-bit hashes with open addressing. Features with the
/// same hash count as one.
struct FeatureTable: Sendable, Equatable {
    private var keys: [UInt32]
    private var numbers: [Int32]
    private(set) var count = 0

    init() {
        keys = [UInt32](repeating: 0, count: 1024)
        numbers = [Int32](repeating: 0, count: 1024)
    }

    /// Creates a table of features in the order of their numbers.
    init(_ hashes: [UInt32]) {
        self.init(room: hashes.count)
        for hash in hashes { _ = insert(hash) }
    }

    private init(room: Int) {
        var size = 16
        while size * 2 < room * 3 { size *= 2 }
        keys = [UInt32](repeating: 0, count: size)
        numbers = [Int32](repeating: 0, count: size)
    }

    /// Returns the number of a feature; nil for an unknown one.
    @inline(__always) func number(of hash: UInt32) -> Int? {
        let mask = keys.count &- 1
        return keys.withUnsafeBufferPointer { keys in
            var place = Int(hash &* 0x9e37_79b1) & mask
            while keys[place] != 0 {
                if keys[place] == hash { return Int(numbers[place]) }
                place = (place &+ 1) & mask
            }
            return nil
        }
    }

    /// Returns the number of a feature, a new one for a new feature.
    mutating func insert(_ hash: UInt32) -> Int {
        let mask = keys.count &- 1
        var place = Int(hash &* 0x9e37_79b1) & mask
        while keys[place] != 0 {
            if keys[place] == hash { return Int(numbers[place]) }
            place = (place &+ 1) & mask
        }
        if (count + 1) * 3 > keys.count * 2 {
            grow()
            return insert(hash)
        }
        keys[place] = hash
        numbers[place] = Int32(count)
        count += 1
        return count - 1
    }

    private mutating func grow() {
        var larger = FeatureTable(room: keys.count * 2)
        for hash in hashes { _ = larger.insert(hash) }
        self = larger
    }

    /// All features in the order of their numbers.
    var hashes: [UInt32] {
        var hashes = [UInt32](repeating: 0, count: count)
        for (place, key) in keys.enumerated() where key != 0 { hashes[Int(numbers[place])] = key }
        return hashes
    }

    /// Returns whether the same features have the same numbers. The capacity does not matter.
    static func == (first: FeatureTable, second: FeatureTable) -> Bool { first.hashes == second.hashes }
}
