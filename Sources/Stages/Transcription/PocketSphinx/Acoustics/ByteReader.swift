/// A bounds-checked reader of little-endian numbers and texts in the bytes of a file.
struct ByteReader {
    private let bytes: [UInt8]
    /// The position of the next byte to read.
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Skips bytes; returns false when fewer are left.
    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= bytes.count - position else { return false }
        position += count
        return true
    }

    /// Reads a non-negative 32-bit number; nil when there is none.
    mutating func count() -> Int? {
        guard bytes.count - position >= 4 else { return nil }
        defer { position += 4 }
        return Int(exactly: Int32(truncatingIfNeeded: word(at: position))).flatMap { $0 < 0 ? nil : $0 }
    }

    /// Reads the text up to a zero byte; nil when there is none.
    mutating func text() -> String? {
        guard let end = bytes[position...].firstIndex(of: 0) else { return nil }
        defer { position = end + 1 }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    /// Reads bytes; nil when fewer are left.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        let start = position
        return skip(count) ? bytes[start..<position] : nil
    }

    /// Returns the 32-bit number at a position, which must be valid.
    func word(at position: Int) -> Int {
        Int(bytes[position]) | Int(bytes[position + 1]) << 8 | Int(bytes[position + 2]) << 16 | Int(bytes[position + 3])
            << 24
    }

    /// Returns the 16-bit number at a position, which must be valid.
    func half(at position: Int) -> Int { Int(bytes[position]) | Int(bytes[position + 1]) << 8 }
}
