/// The name of a header's field: at most 16 ASCII bytes without escapes, which are compared as two words.
struct FieldName: Equatable {
    private let first: UInt64
    private let second: UInt64

    /// Creates a name from its bytes; those that it does not have are zero.
    init(_ first: ByteWord, _ second: ByteWord) { (self.first, self.second) = (first.bits, second.bits) }

    /// Creates a known name, which has at most eight bytes.
    @inline(__always)
    init(_ text: StaticString) {
        var bits: UInt64 = 0
        for index in 0..<text.utf8CodeUnitCount { bits |= UInt64(text.utf8Start[index]) << UInt64(8 * index) }
        (first, second) = (bits, 0)
    }

    /// One of 64 bits by which most names differ.
    var bit: UInt64 { 1 << (((first ^ second) &* 0x9E37_79B9_7F4A_7C15) >> 58) }
}
