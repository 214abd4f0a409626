/// A small generator that a seed determines (Steele, Lea and Flood: SplitMix64).
public struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    /// A generator at the beginning of its sequence.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
