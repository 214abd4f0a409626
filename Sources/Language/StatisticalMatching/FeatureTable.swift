/// Numbers features in the order in which they come: 32-bit hashes in an open table. Two features with one hash are one feature.
struct FeatureTable: Sendable, Equatable {
    private var keys: [UInt32]
    private var numbers: [Int32]
    private(set) var count = 0

    init() {
        keys = [UInt32](repeating: 0, count: 1024)
        numbers = [Int32](repeating: 0, count: 1024)
    }

    /// A table of features in the order of their numbers.
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

    /// A feature's number; nil for one that is unknown.
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

    /// A feature's number, which is its own from now on.
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

    /// Whether the same features have the same numbers; how much room there is besides does not matter.
    static func == (first: FeatureTable, second: FeatureTable) -> Bool { first.hashes == second.hashes }
}
