/// A bounds-checked reader of little-endian numbers and texts from the bytes of a file.
struct ByteReader {
    private let bytes: [UInt8]
    /// The offset of the next byte.
    private(set) var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Skips `count` bytes; returns false when there are fewer.
    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= bytes.count - place else { return false }
        place += count
        return true
    }

    /// Reads a non-negative 32-bit number; nil when there is none.
    mutating func count() -> Int? {
        guard bytes.count - place >= 4 else { return nil }
        defer { place += 4 }
        return Int(exactly: Int32(truncatingIfNeeded: word(at: place))).flatMap { $0 < 0 ? nil : $0 }
    }

    /// Reads the characters up to a zero byte; nil when there is no zero byte.
    mutating func text() -> String? {
        guard let end = bytes[place...].firstIndex(of: 0) else { return nil }
        defer { place = end + 1 }
        return String(decoding: bytes[place..<end], as: UTF8.self)
    }

    /// Reads `count` bytes; nil when there are fewer.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        let start = place
        return skip(count) ? bytes[start..<place] : nil
    }

    /// Returns the 32-bit number at an offset, which must be in bounds.
    func word(at place: Int) -> Int {
        Int(bytes[place]) | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2]) << 16 | Int(bytes[place + 3]) << 24
    }

    /// Returns the 16-bit number at an offset, which must be in bounds.
    func half(at place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
}
