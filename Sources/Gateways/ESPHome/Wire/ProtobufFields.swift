/// The fields of a message in protobuf's wire format. Unknown fields are kept and cost nothing.
struct ProtobufFields: Sendable {
    /// The most fields of a message.
    private static let maximumFields = 4_096

    private enum Value: Sendable {
        case number(UInt64)
        case content([UInt8])
    }

    private var fields: [Int: [Value]] = [:]

    /// Reads a message.
    /// - Throws: ``ESPHomeError`` with code `garbage` when it is cut off or has a wire type that no field has.
    init(_ bytes: [UInt8]) throws(ESPHomeError) {
        var (rest, count) = (bytes[...], 0)
        while !rest.isEmpty {
            count += 1
            guard let tag = Self.varint(&rest), tag >> 3 > 0, tag >> 3 < 1 << 29, count <= Self.maximumFields else {
                throw Self.garbage
            }
            let value: Value
            switch tag & 7 {
            case 0:
                guard let number = Self.varint(&rest) else { throw Self.garbage }
                value = .number(number)
            case 1: value = .number(try Self.fixed(&rest, 8))
            case 5: value = .number(try Self.fixed(&rest, 4))
            case 2:
                guard let length = Self.varint(&rest), length <= UInt64(rest.count) else { throw Self.garbage }
                value = .content(Array(rest.prefix(Int(length))))
                rest = rest.dropFirst(Int(length))
            default: throw Self.garbage
            }
            fields[Int(tag >> 3), default: []].append(value)
        }
    }

    private static let garbage = ESPHomeError(.garbage, "a message of the peer cannot be read")

    /// Reads a variable-length integer at the start; nil when it is cut off or has more than 64 bits.
    static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while let byte = rest.popFirst() {
            guard shift < 64, shift < 63 || byte <= 1 else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }

    private static func fixed(_ rest: inout ArraySlice<UInt8>, _ length: Int) throws(ESPHomeError) -> UInt64 {
        guard rest.count >= length else { throw garbage }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns a number; 0 when it is missing, as in proto3, and the largest one when it is larger.
    func number(_ field: Int) -> Int {
        guard case .number(let number)? = fields[field]?.last else { return 0 }
        return Int(clamping: number)
    }

    /// Returns a flag; false when it is missing.
    func flag(_ field: Int) -> Bool { number(field) != 0 }

    /// Returns bytes; empty when they are missing.
    func content(_ field: Int) -> [UInt8] { contents(field).last ?? [] }

    /// Returns the items of a repeated field of bytes, texts or messages.
    func contents(_ field: Int) -> [[UInt8]] {
        (fields[field] ?? []).compactMap { if case .content(let bytes) = $0 { bytes } else { nil } }
    }

    /// Returns a text; empty when it is missing. Bytes that are no UTF-8 become replacement characters.
    func text(_ field: Int) -> String { String(decoding: content(field), as: UTF8.self) }
}
