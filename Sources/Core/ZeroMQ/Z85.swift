import CSaybusZeroMQ

/// Z85 (RFC 32), an encoding of bytes as printable text with five characters for four bytes. Keys are written
/// in it.
public enum Z85 {
    /// Returns the encoded bytes; nil unless their number is a positive multiple of four.
    public static func encode(_ bytes: [UInt8]) -> String? {
        guard bytes.count % 4 == 0, !bytes.isEmpty else { return nil }
        var text = [CChar](repeating: 0, count: bytes.count / 4 * 5 + 1)
        guard zmq_z85_encode(&text, bytes, bytes.count) != nil else { return nil }
        return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the decoded bytes of a text; nil when it is not Z85.
    public static func decode(_ text: String) -> [UInt8]? {
        let count = text.utf8.count
        guard count % 5 == 0, count > 0, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count / 5 * 4)
        return zmq_z85_decode(&bytes, text) == nil ? nil : bytes
    }
}
