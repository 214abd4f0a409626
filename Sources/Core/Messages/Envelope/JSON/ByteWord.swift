/// Eight bytes of text that are examined together, the first one in the lowest bits.
///
/// Text is searched and converted in words, because most of a message's time would else go into loops over its bytes.
struct ByteWord {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080
    /// The number of bytes of a word.
    static let size = 8

    let bits: UInt64

    init(_ bits: UInt64) { self.bits = bits }

    /// Reads the eight bytes at a place.
    init(at start: UnsafePointer<UInt8>) {
        bits = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    }

    /// The number of bytes before the first quote, backslash or control character; 8 when there is none.
    @inline(__always)
    var plainLength: Int {
        // Subtracting sets the high bit of each byte that is too small, up to the first one reliably.
        let control = (bits &- Self.ones &* 0x20) & ~bits
        return (control | zeros(UInt8(ascii: "\"")) | zeros(UInt8(ascii: "\\"))).firstByte(Self.highBits)
    }

    /// Returns the place of the first quote, backslash or control character of a text, from a place on; the text's end
    /// when there is none.
    static func firstSpecial(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let bytes = text.baseAddress else { return start }
        var index = start
        while text.count - index >= size {
            let count = ByteWord(at: bytes + index).plainLength
            index += count
            if count < size { return index }
        }
        while index < text.count, isPlain(text[index]) { index += 1 }
        return index
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Whether all bytes are ASCII.
    var isASCII: Bool { bits & Self.highBits == 0 }

    /// The word without the bytes from a place on.
    @inline(__always)
    func prefix(_ count: Int) -> ByteWord { count >= Self.size ? self : ByteWord(bits & (1 << UInt64(8 * count) - 1)) }

    /// The number whose eight hexadecimal digits the bytes are; nil when they are something else.
    var hexNumber: UInt32? {
        let lower = bits | Self.ones &* 0x20
        let isDigit = atLeast(UInt8(ascii: "0"), bits) & ~atLeast(UInt8(ascii: "9") + 1, bits)
        let isLetter = atLeast(UInt8(ascii: "a"), lower) & ~atLeast(UInt8(ascii: "f") + 1, lower)
        guard isASCII, (isDigit | isLetter) & Self.highBits == Self.highBits else { return nil }
        let values = ((bits & (Self.ones &* 0x0F)) &+ ((isLetter & Self.highBits) >> 7) &* 9).byteSwapped
        let bytes = (values | values >> 4) & 0x00FF_00FF_00FF_00FF
        let pairs = (bytes | bytes >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: pairs | pairs >> 16)
    }

    /// Creates the eight hexadecimal digits of a number, in lower case.
    init(hexDigitsOf number: UInt32) {
        var digits = UInt64(number)
        digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits | digits << 4) & (Self.ones &* 0x0F)
        let isLetter = ((digits &+ Self.ones &* 6) >> 4) & Self.ones
        let offset = UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
        bits = (digits &+ Self.ones &* UInt64(UInt8(ascii: "0")) &+ isLetter &* offset).byteSwapped
    }

    /// Returns a word whose high bits mark the bytes that are a certain one, up to the first one reliably.
    private func zeros(_ byte: UInt8) -> UInt64 {
        let difference = bits ^ Self.ones &* UInt64(byte)
        return (difference &- Self.ones) & ~difference
    }

    /// Returns a word whose high bits mark the ASCII bytes that are not smaller than a certain one.
    private func atLeast(_ byte: UInt8, _ word: UInt64) -> UInt64 { word &+ Self.ones &* UInt64(0x80 - byte) }
}

extension UInt64 {
    /// Returns the number of whole bytes before the first one of which a bit of a mask is set.
    fileprivate func firstByte(_ mask: UInt64) -> Int { (self & mask).trailingZeroBitCount >> 3 }
}
