/// A writer of a model file's bytes, little-endian.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: UInt32) { append(number.littleEndian) }
    mutating func write(_ number: UInt64) { append(number.littleEndian) }
    mutating func write(_ number: Float) { write(number.bitPattern) }

    mutating func write(_ text: String) {
        write(UInt32(text.utf8.count))
        bytes += text.utf8
    }

    mutating func write(_ numbers: [UInt32]) { writeAll(numbers) { $0.littleEndian } }
    mutating func write(_ numbers: [Int32]) { writeAll(numbers) { $0.littleEndian } }
    mutating func write(_ numbers: [Float]) { writeAll(numbers) { $0.bitPattern.littleEndian } }
    mutating func write(_ numbers: [Int8]) { writeAll(numbers) { $0 } }

    private mutating func writeAll<Number, Raw>(_ numbers: [Number], _ raw: (Number) -> Raw) {
        write(UInt32(numbers.count))
        for number in numbers { append(raw(number)) }
    }

    private mutating func append<Raw>(_ raw: Raw) { withUnsafeBytes(of: raw) { bytes += $0 } }
}
