import Foundation

/// A decoder of ``PlainJSON``. A value that it reads is the same as `JSONDecoder` reads; otherwise it fails.
///
/// On failure, ``JSONCoding`` uses `JSONDecoder`, which describes the error, so this decoder's own error has
/// no detail. ``PlainEncoder`` has measurements of both.
struct PlainDecoder: Decoder {
    let json: PlainJSON
    let index: Int

    /// An error without a reason, because `JSONDecoder` will give the reason.
    enum Failure: Error { case mismatch }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Reads a value.
    /// - Returns: Nil when `JSONDecoder` must be used.
    static func decode<Value: Decodable>(_: Value.Type, from bytes: [UInt8]) -> Value? {
        bytes.withUnsafeBufferPointer { bytes in
            guard let json = PlainJSON(bytes), let value = try? PlainDecoder(json: json, index: 0).decode(Value.self),
                !json.needsFoundation
            else { return nil }
            return value
        }
    }

    func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard json.nodes[index].kind == .object else { throw Failure.mismatch }
        return KeyedDecodingContainer(PlainKeyedDecodingContainer<Key>(json: json, index: index))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard json.nodes[index].kind == .array else { throw Failure.mismatch }
        return PlainUnkeyedDecodingContainer(json: json, index: index)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    fileprivate func integer<Value: FixedWidthInteger>() throws -> Value {
        guard json.nodes[index].kind == .number else { throw Failure.mismatch }
        guard let value = Value(decimal: json.text(index)) else { return try leaveToFoundation() }
        return value
    }

    /// Fails, and marks the text as one that `JSONDecoder` must read: it takes `1.0` as an integer, for
    /// example, and has its own rules for numbers that do not fit.
    private func leaveToFoundation<Value>() throws -> Value {
        json.needsFoundation = true
        throw Failure.mismatch
    }

    fileprivate func float<Value: LosslessStringConvertible & BinaryFloatingPoint>() throws -> Value {
        guard json.nodes[index].kind == .number else { throw Failure.mismatch }
        let text = json.text(index)
        guard let value = Value(String(decoding: text, as: UTF8.self)), value.isNormal || Self.isZero(text) else {
            return try leaveToFoundation()
        }
        return value
    }

    /// Returns whether all digits before the exponent are zeros. Other numbers that round to zero are too small.
    private static func isZero(_ number: UnsafeBufferPointer<UInt8>) -> Bool {
        number.prefix { $0 | 0x20 != UInt8(ascii: "e") }
            .allSatisfy { !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    }
}

extension PlainDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { json.nodes[index].kind == .null }

    func decode(_: Bool.Type) throws -> Bool {
        switch json.nodes[index].kind {
        case .true: true
        case .false: false
        default: throw Failure.mismatch
        }
    }

    func decode(_: String.Type) throws -> String {
        switch json.nodes[index].kind {
        case .string:
            guard let text = String(validating: json.text(index), as: UTF8.self) else { return try leaveToFoundation() }
            return text
        case .escapedString:
            var bytes: [UInt8] = []
            var isEscape = false
            for byte in json.text(index) {
                if isEscape {
                    bytes.append(JSONScanner.unescaped(byte) ?? byte)
                    isEscape = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscape = true
                } else {
                    bytes.append(byte)
                }
            }
            guard let text = String(validating: bytes, as: UTF8.self) else { return try leaveToFoundation() }
            return text
        default: throw Failure.mismatch
        }
    }

    func decode(_: Double.Type) throws -> Double { try float() }
    func decode(_: Float.Type) throws -> Float { try float() }
    func decode(_: Int.Type) throws -> Int { try integer() }
    func decode(_: Int8.Type) throws -> Int8 { try integer() }
    func decode(_: Int16.Type) throws -> Int16 { try integer() }
    func decode(_: Int32.Type) throws -> Int32 { try integer() }
    func decode(_: Int64.Type) throws -> Int64 { try integer() }
    func decode(_: UInt.Type) throws -> UInt { try integer() }
    func decode(_: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_: UInt64.Type) throws -> UInt64 { try integer() }

    func decode<Value: Decodable>(_: Value.Type) throws -> Value {
        // JSONDecoder gives these types a form other than their own `Decodable` conformance.
        if Value.self == Date.self || Value.self == Data.self || Value.self == URL.self || Value.self == Decimal.self {
            return try leaveToFoundation()
        }
        return try Value(from: self)
    }
}
