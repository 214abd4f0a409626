/// Reads numbers of little-endian order and texts from the bytes of a file, and never beyond them.
struct ByteReader {
    private let bytes: [UInt8]
    /// The place of what is read next.
    private(set) var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Goes on by so many bytes; false when there are not as many.
    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= bytes.count - place else { return false }
        place += count
        return true
    }

    /// A number of 32 bits that is not negative; nil when there is none.
    mutating func count() -> Int? {
        guard bytes.count - place >= 4 else { return nil }
        defer { place += 4 }
        return Int(exactly: Int32(truncatingIfNeeded: word(at: place))).flatMap { $0 < 0 ? nil : $0 }
    }

    /// The characters up to a zero; nil when there is no zero.
    mutating func text() -> String? {
        guard let end = bytes[place...].firstIndex(of: 0) else { return nil }
        defer { place = end + 1 }
        return String(decoding: bytes[place..<end], as: UTF8.self)
    }

    /// So many bytes; nil when there are not as many.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        let start = place
        return skip(count) ? bytes[start..<place] : nil
    }

    /// The number of 32 bits at a place, which must be there.
    func word(at place: Int) -> Int {
        Int(bytes[place]) | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2]) << 16 | Int(bytes[place + 3]) << 24
    }

    /// The number of 16 bits at a place, which must be there.
    func half(at place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
}
