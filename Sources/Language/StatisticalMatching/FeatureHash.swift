/// A 32-bit hash of a feature's bytes and numbers; the same in every process.
///
/// It is no FNV-1a hash, although it multiplies by the prime number of one: the kind is its beginning, numbers are
/// mixed in as a whole, and the end spreads their bits. Stored models depend on it.
struct FeatureHash {
    private(set) var state: UInt64

    /// Begins the hash of a feature of one kind. Equal contents of different kinds have different hashes.
    ///
    /// A stored model depends on the numbers of its kinds: 1–8 are those of intents, 9 that of the lexicon, 10–33 and
    /// 51–78 those of slots, 40–45 those of lists of values and names, 80 that of a feature with an intent.
    init(_ kind: UInt64) { state = (kind &+ 1) &* 0x9e37_79b9_7f4a_7c15 }

    @inline(__always) mutating func mix(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }

    @inline(__always) mutating func mix(_ number: UInt64) {
        state = (state ^ number) &* 0xff51_afd7_ed55_8ccd
        state ^= state >> 32
    }

    /// The hash; never 0, which marks empty entries of tables.
    @inline(__always) var value: UInt32 {
        var mixed = state
        mixed ^= mixed >> 29
        mixed = mixed &* 0xbf58_476d_1ce4_e5b9
        mixed ^= mixed >> 32
        return max(1, UInt32(truncatingIfNeeded: mixed))
    }
}
