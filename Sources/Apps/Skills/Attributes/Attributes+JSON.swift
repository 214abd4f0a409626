import Foundation
import SaybusMessages

extension Attributes where Value == JSONValue {
    /// A value as a type of the skill's; nil when there is none of that name, or `null`.
    ///
    /// Throws `DecodingError` when it is something else.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type, forKey name: String) throws -> Decoded? {
        guard let value = self[name], value != .null else { return nil }
        return try JSONDecoder().decode(type, from: JSONEncoder().encode(value))
    }

    /// Keeps a value of a type of the skill's.
    public func encode(_ value: some Encodable, forKey name: String) throws {
        self[name] = try JSONValue(value)
    }
}
