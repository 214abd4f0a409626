import Foundation

/// An encoder that writes JSON in one pass, with members in the order in which the type encodes them.
///
/// It gives up on a type that does something unusual: one that writes two containers alternately, one that
/// `JSONEncoder` treats specially (`Date`, `Data`, `URL`, `Decimal`), or one with a number that JSON lacks.
/// ``JSONCoding`` then uses `JSONEncoder`.
///
/// This coder exists because Foundation's takes 1.4 to 2.4 times as long per message, and each body is
/// written once and read by every subscriber. The table shows microseconds to write and to read the first
/// example of a type (`-O`, Swift 6.3, 2-core x86-64, medians of 15 runs of 2000 messages):
///
/// | body | bytes | this pair: write, read | Foundation: write, read |
/// |---|---|---|---|
/// | `speech.intent` | 591 | 13, 17 | 25, 31 |
/// | `stage.status` | 573 | 7, 13 | 13, 19 |
/// | `audio.sequence` | 468 | 9, 12 | 15, 21 |
/// | `speech.transcript` | 309 | 5, 7 | 9, 11 |
/// | `command.invoked` | 293 | 6, 9 | 11, 14 |
/// | `catalog` | 292 | 8, 9 | 13, 13 |
struct PlainEncoder: Encoder {
    let writer: PlainWriter
    /// The number of arrays and objects that were open when this value began.
    let depth: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Returns a value as JSON text.
    /// - Returns: Nil when `JSONEncoder` must be used.
    static func encode(_ value: some Encodable) -> [UInt8]? {
        let writer = PlainWriter()
        guard (try? value.encode(to: PlainEncoder(writer: writer, depth: 0))) != nil else { return nil }
        writer.close(to: 0)
        return writer.needsFoundation || writer.bytes.isEmpty ? nil : writer.bytes
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
