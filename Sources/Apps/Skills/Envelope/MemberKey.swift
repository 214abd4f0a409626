/// A member of a JSON object by its name, for objects whose members are not all known.
struct MemberKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { self.stringValue = value }
    init?(intValue: Int) { nil }

    /// What objects of several kinds tell themselves apart by.
    static let type: MemberKey = "type"
}

extension Decoder {
    /// The `type` of an object.
    var objectType: String {
        get throws { try container(keyedBy: MemberKey.self).decode(String.self, forKey: .type) }
    }
}

extension Encoder {
    /// Writes the members of an object, and its `type` besides.
    func write(_ object: some Encodable, type: String) throws {
        try object.encode(to: self)
        var container = container(keyedBy: MemberKey.self)
        try container.encode(type, forKey: .type)
    }
}
