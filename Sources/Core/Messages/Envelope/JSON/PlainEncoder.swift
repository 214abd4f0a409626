import Foundation

/// Writes `Encodable` types as JSON in one pass, members in the order in which the type gives them.
///
/// A type that does something out of the ordinary (writes two containers by turns, has a form of its own in `JSONEncoder`, a number that JSON
/// lacks) makes it give up, and `JSONEncoder` is asked.
struct PlainEncoder: Encoder {
    let writer: PlainWriter
    /// How many lists and objects were open when this value began.
    let depth: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Writes a value; nil when `JSONEncoder` must be asked.
    static func encode(_ value: some Encodable) -> [UInt8]? {
        let writer = PlainWriter()
        guard (try? value.encode(to: PlainEncoder(writer: writer, depth: 0))) != nil else { return nil }
        writer.close(to: 0)
        return writer.isUnsure || writer.bytes.isEmpty ? nil : writer.bytes
    }

    func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(PlainKeyedEncodingContainer<Key>(writer: writer, scope: writer.open(.object, at: depth)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        PlainUnkeyedEncodingContainer(writer: writer, scope: writer.open(.array, at: depth))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension PlainEncoder: SingleValueEncodingContainer {
    func encodeNil() throws { writer.literal("null") }
    func encode(_ value: Bool) throws { writer.literal(value ? "true" : "false") }
    func encode(_ value: String) throws { writer.string(value) }
    func encode(_ value: Double) throws { writer.number(value) }
    func encode(_ value: Float) throws { writer.number(value) }
    func encode(_ value: Int) throws { writer.integer(value) }
    func encode(_ value: Int8) throws { writer.integer(value) }
    func encode(_ value: Int16) throws { writer.integer(value) }
    func encode(_ value: Int32) throws { writer.integer(value) }
    func encode(_ value: Int64) throws { writer.integer(value) }
    func encode(_ value: UInt) throws { writer.integer(value) }
    func encode(_ value: UInt8) throws { writer.integer(value) }
    func encode(_ value: UInt16) throws { writer.integer(value) }
    func encode(_ value: UInt32) throws { writer.integer(value) }
    func encode(_ value: UInt64) throws { writer.integer(value) }
    func encode(_ value: some Encodable) throws { try writer.value(value) }
}
