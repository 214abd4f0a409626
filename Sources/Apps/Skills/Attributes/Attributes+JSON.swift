import Foundation
import SaybusMessages

extension Attributes where Value == JSONValue {
    /// Returns a named value, decoded as a type that the skill defines; nil when there is no value, or `null`.
    ///
    /// - Throws: `DecodingError` when the value does not fit the type.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type, forKey name: String) throws -> Decoded? {
        guard let value = self[name], value != .null else { return nil }
        return try JSONDecoder().decode(type, from: JSONEncoder().encode(value))
    }

    /// Encodes a value as JSON and stores it under a name.
    public func encode(_ value: some Encodable, forKey name: String) throws {
        self[name] = try JSONValue(value)
    }
}
