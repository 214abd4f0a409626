/// A reader of the bytes of a ``ByteWriter``. It validates everything: missing or invalid data is an error.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) { (self.bytes, position) = (bytes, bytes.startIndex) }

    var isAtEnd: Bool { position == bytes.endIndex }

    mutating func number() throws(ModelFileError) -> UInt32 { UInt32(littleEndian: try raw()) }
    mutating func longNumber() throws(ModelFileError) -> UInt64 { UInt64(littleEndian: try raw()) }

    mutating func fraction() throws(ModelFileError) -> Float { try finite(try number()) }

    mutating func text() throws(ModelFileError) -> String {
        let count = Int(try number())
        guard bytes.endIndex - position >= count else { throw .damaged }
        defer { position += count }
        guard let text = String(validating: bytes[position..<position + count], as: UTF8.self) else { throw .damaged }
        return text
    }

    mutating func hashes() throws(ModelFileError) -> [UInt32] {
        try all { (reader: inout ByteReader) throws(ModelFileError) -> UInt32 in try reader.number() }
    }

    mutating func numbers() throws(ModelFileError) -> [Int32] {
        try all { (reader: inout ByteReader) throws(ModelFileError) -> Int32 in Int32(bitPattern: try reader.number()) }
    }

    mutating func fractions() throws(ModelFileError) -> [Float] {
        try all { (reader: inout ByteReader) throws(ModelFileError) -> Float in try reader.fraction() }
    }

    mutating func smallNumbers() throws(ModelFileError) -> [Int8] {
        try all { (reader: inout ByteReader) throws(ModelFileError) -> Int8 in try reader.raw() }
    }

    private func finite(_ bits: UInt32) throws(ModelFileError) -> Float {
        let value = Float(bitPattern: bits)
        guard value.isFinite else { throw .damaged }
        return value
    }

    private mutating func all<Number>(
        _ next: (inout ByteReader) throws(ModelFileError) -> Number
    ) throws(ModelFileError) -> [Number] {
        let count = Int(try number())
        // The capacity is bounded by the remaining bytes, whatever count the file gives.
        guard bytes.endIndex - position >= count * MemoryLayout<Number>.size else { throw .damaged }
        var numbers: [Number] = []
        numbers.reserveCapacity(count)
        for _ in 0..<count { numbers.append(try next(&self)) }
        return numbers
    }

    private mutating func raw<Raw: BitwiseCopyable>() throws(ModelFileError) -> Raw {
        let size = MemoryLayout<Raw>.size
        guard bytes.endIndex - position >= size else { throw .damaged }
        defer { position += size }
        return bytes[position..<position + size].withUnsafeBytes { $0.loadUnaligned(as: Raw.self) }
    }
}
