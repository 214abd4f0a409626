/// A gzip file of zeros, 158 times as small as its content.
///
/// It has no end, so that the bytes can be of any number.
public enum GzipZeros {
    /// Returns the first bytes of the file.
    public static func bytes(_ count: Int) -> [UInt8] {
        // RFC 1952: magic number, method deflate, no flags, no time, unknown system.
        var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        // RFC 1951: the last block, with fixed codes, and the literal 0. Codes begin with their highest bit.
        let beginning = "110" + "00110000"
        // Length 258, distance 1: the last byte 258 times more. Eight of these fill 13 bytes.
        let repetition = "11000101" + "00000"
        bytes += packed(beginning + repetition)
        let piece = packed(String(repeating: repetition, count: 8))
        bytes.reserveCapacity(count + piece.count)
        while bytes.count < count { bytes += piece }
        return Array(bytes.prefix(count))
    }

    /// Returns bits as bytes, which begin with their lowest bit.
    private static func packed(_ bits: String) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: bits.utf8.count / 8)
        for (index, bit) in bits.utf8.enumerated() where bit == UInt8(ascii: "1") {
            bytes[index / 8] |= 1 << UInt8(index % 8)
        }
        return bytes
    }
}
