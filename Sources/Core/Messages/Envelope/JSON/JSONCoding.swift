import Foundation

/// The functions that write and read the JSON of all bodies, and of the turn journal.
///
/// Bodies pass through ``PlainEncoder`` and ``PlainDecoder``, which know the forms that publishers write.
/// Foundation's coders handle everything else that JSON allows, and describe errors. Header and stamp frames
/// have a pair of their own, ``HeaderReader`` and ``HeaderWriter``, because the broker reads a header and
/// writes a stamp for every message that passes.
package enum JSONCoding {
    /// Foundation's encoder. Slashes are not escaped, since topics, sources and MIME types have many.
    static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return encoder
    }()
    /// Foundation's decoder.
    static let decoder = JSONDecoder()

    /// Returns a value as JSON text.
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        if let bytes = PlainEncoder.encode(value) { return bytes }
        return Array(try encoder.encode(value))
    }

    /// Reads a value from JSON text.
    /// - Throws: The `DecodingError` of Foundation's decoder.
    package static func decode<Value: Decodable>(_: Value.Type, from bytes: [UInt8]) throws -> Value {
        if let value = PlainDecoder.decode(Value.self, from: bytes) { return value }
        return try decoder.decode(Value.self, from: Data(bytes))
    }
}
