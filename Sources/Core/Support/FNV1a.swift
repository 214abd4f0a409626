/// A 64-bit FNV-1a hash, which is the same in every process and release, so that files and messages can contain it.
///
/// Public, though only Saybus uses it: see ``GenerationalCache``.
public struct FNV1a: Sendable {
    @usableFromInline var state: UInt64

    /// Creates the hash of nothing.
    @inlinable
    public init() { state = 0xcbf2_9ce4_8422_2325 }

    /// Creates the hash of bytes.
    @inlinable
    public init(_ bytes: some Sequence<UInt8>) {
        self.init()
        mix(bytes)
    }

    /// The hash of all that has been mixed in.
    @inlinable
    public var value: UInt64 { state }

    /// Mixes bytes in.
    @inlinable
    public mutating func mix(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { mix(byte) }
    }

    /// Mixes a byte in.
    @inlinable
    public mutating func mix(_ byte: UInt8) { mix(wide: UInt64(byte)) }

    /// Mixes a number in at once, as if it were a byte.
    @inlinable
    public mutating func mix(wide number: UInt64) { state = (state ^ number) &* 0x100_0000_01b3 }
}
