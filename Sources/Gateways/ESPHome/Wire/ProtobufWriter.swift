/// A writer of messages in protobuf's wire format (protobuf.dev, *Encoding*). Fields with their default value are left
/// out, as in proto3.
///
/// The three wire types that the API needs are a few lines; a code generator's library would be the largest part of the
/// build.
struct ProtobufWriter: Sendable {
    /// The message so far.
    private(set) var bytes: [UInt8] = []

    /// Writes a variable-length integer, as in the header of a plaintext frame.
    static func varint(_ value: UInt64) -> [UInt8] {
        var (value, bytes): (UInt64, [UInt8]) = (value, [])
        while value >= 0x80 {
            bytes.append(UInt8(value & 0x7F) | 0x80)
            value >>= 7
        }
        return bytes + [UInt8(value)]
    }

    /// Writes a `uint32` or an `enum`.
    mutating func write(_ field: Int, _ number: Int) {
        guard number > 0 else { return }
        bytes += Self.varint(UInt64(field) << 3) + Self.varint(UInt64(number))
    }

    /// Writes a `bool`.
    mutating func write(_ field: Int, _ flag: Bool) { write(field, flag ? 1 : 0) }

    /// Writes a `string`.
    mutating func write(_ field: Int, _ text: String) { write(field, Array(text.utf8)) }

    /// Writes `bytes`, or a message.
    mutating func write(_ field: Int, _ content: [UInt8]) {
        guard !content.isEmpty else { return }
        bytes += Self.varint(UInt64(field) << 3 | 2) + Self.varint(UInt64(content.count)) + content
    }
}
