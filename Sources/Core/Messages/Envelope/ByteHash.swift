/// The 64-bit FNV-1a hash of bytes, which is the same in all programs and languages.
struct ByteHash {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func mix(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
