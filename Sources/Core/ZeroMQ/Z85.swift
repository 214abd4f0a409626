import CSaybusZeroMQ

/// Z85 (RFC 32): bytes as printable text, five characters for four bytes; keys are written so.
public enum Z85 {
    /// The text of bytes; nil unless there are a multiple of four.
    public static func encode(_ bytes: [UInt8]) -> String? {
        guard bytes.count % 4 == 0, !bytes.isEmpty else { return nil }
        var text = [CChar](repeating: 0, count: bytes.count / 4 * 5 + 1)
        guard zmq_z85_encode(&text, bytes, bytes.count) != nil else { return nil }
        return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The bytes of a text; nil when it is no Z85.
    public static func decode(_ text: String) -> [UInt8]? {
        let count = text.utf8.count
        guard count % 5 == 0, count > 0, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count / 5 * 4)
        return zmq_z85_decode(&bytes, text) == nil ? nil : bytes
    }
}
