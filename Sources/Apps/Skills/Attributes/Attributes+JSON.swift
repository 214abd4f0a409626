import Foundation
import SaybusMessages

extension Attributes where Value == JSONValue {
    /// Decodes the value of a name as a type of the skill; nil when there is no value, or `null`.
    ///
    /// - Throws: `DecodingError` when the value does not fit the type.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type, forKey name: String) throws -> Decoded? {
        guard let value = self[name], value != .null else { return nil }
        return try JSONDecoder().decode(type, from: JSONEncoder().encode(value))
    }

    /// Stores a value of a type of the skill.
    public func encode(_ value: some Encodable, forKey name: String) throws {
        self[name] = try JSONValue(value)
    }
}
