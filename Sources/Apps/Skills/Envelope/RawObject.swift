import SaybusMessages

/// An object of a kind that is not known here: kept as it came, and written as it came.
public struct RawObject: Codable, Sendable, Equatable {
    /// What it is, as it says itself.
    public var type: String
    /// Its other members.
    public var members: [String: JSONValue]

    /// An object with members.
    public init(type: String, members: [String: JSONValue] = [:]) {
        (self.type, self.members) = (type, members)
    }

    /// Reads any object with a `type`.
    public init(from decoder: any Decoder) throws {
        type = try decoder.objectType
        members = try [String: JSONValue](from: decoder)
        members["type"] = nil
    }

    /// Writes it as it came.
    public func encode(to encoder: any Encoder) throws {
        try encoder.write(members, type: type)
    }
}
