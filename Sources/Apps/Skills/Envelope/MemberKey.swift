/// A coding key of any name, for JSON objects with unknown members.
struct MemberKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { self.stringValue = value }
    init?(intValue: Int) { nil }

    /// The member that distinguishes objects of several kinds.
    static let type: MemberKey = "type"
}

extension Decoder {
    /// The `type` member of a JSON object.
    var objectType: String {
        get throws { try container(keyedBy: MemberKey.self).decode(String.self, forKey: .type) }
    }
}

extension Encoder {
    /// Encodes the members of an object together with its `type`.
    func write(_ object: some Encodable, type: String) throws {
        try object.encode(to: self)
        var container = container(keyedBy: MemberKey.self)
        try container.encode(type, forKey: .type)
    }
}
