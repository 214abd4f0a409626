import Foundation

/// Reads `Decodable` types from ``PlainJSON``.
///
/// What it reads is what `JSONDecoder` reads; where it fails, `JSONDecoder` is asked and tells why, so its own errors say nothing.
struct PlainDecoder: Decoder {
    let json: PlainJSON
    let index: Int

    /// It failed; `JSONDecoder` knows why.
    enum Failure: Error { case mismatch }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Reads a value; nil when `JSONDecoder` must be asked.
    static func decode<Value: Decodable>(_: Value.Type, from bytes: [UInt8]) -> Value? {
        bytes.withUnsafeBufferPointer { bytes in
            guard let json = PlainJSON(bytes), let value = try? PlainDecoder(json: json, index: 0).decode(Value.self),
                !json.isUnsure
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
        let text = json.text(index)
        let isNegative = text.first == UInt8(ascii: "-")
        var result: Value = 0
        for byte in text.dropFirst(isNegative ? 1 : 0) {
            guard let digit = Value(exactly: Int(byte) - 48), (0...9).contains(digit) else { return try unsure() }
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            let (sum, overflow2) =
                isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            guard !overflow, !overflow2 else { return try unsure() }
            result = sum
        }
        return result
    }

    /// `1.0` is an integer to `JSONDecoder`, and what it makes of numbers that do not fit is its own.
    private func unsure<Value>() throws -> Value {
        json.isUnsure = true
        throw Failure.mismatch
    }

    fileprivate func float<Value: LosslessStringConvertible & BinaryFloatingPoint>() throws -> Value {
        guard json.nodes[index].kind == .number else { throw Failure.mismatch }
        guard let value = Value(String(decoding: json.text(index), as: UTF8.self)), value.isFinite else {
            return try unsure()
        }
        return value
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
            guard let text = String(validating: json.text(index), as: UTF8.self) else { return try unsure() }
            return text
        case .escapedString:
            var bytes: [UInt8] = []
            var isEscape = false
            for byte in json.text(index) {
                if isEscape {
                    bytes.append(PlainJSON.unescaped(byte) ?? byte)
                    isEscape = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscape = true
                } else {
                    bytes.append(byte)
                }
            }
            guard let text = String(validating: bytes, as: UTF8.self) else { return try unsure() }
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
        // JSONDecoder has forms of its own for these.
        if Value.self == Date.self || Value.self == Data.self || Value.self == URL.self || Value.self == Decimal.self {
            return try unsure()
        }
        return try Value(from: self)
    }
}
