import SaybusMessages

/// A JSON object of an unknown type, decoded and encoded unchanged.
public struct RawObject: Codable, Sendable, Equatable {
    /// The object's `type`, which tells how to read its members.
    public var type: String
    /// The members other than `type`.
    public var members: [String: JSONValue]

    /// Creates an object with members.
    public init(type: String, members: [String: JSONValue] = [:]) {
        (self.type, self.members) = (type, members)
    }

    /// Decodes any object with a `type`.
    public init(from decoder: any Decoder) throws {
        type = try decoder.objectType
        members = try [String: JSONValue](from: decoder)
        members["type"] = nil
    }

    /// Encodes the object unchanged.
    public func encode(to encoder: any Encoder) throws {
        try encoder.write(members, type: type)
    }
}
