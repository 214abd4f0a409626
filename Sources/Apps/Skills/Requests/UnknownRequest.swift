/// A request of a type that is not known here: skill events, screens, purchases; kept as it came.
public struct UnknownRequest: SkillRequest {
    /// All of it.
    public let object: RawObject
    /// As it says itself.
    public var type: String { object.type }
    /// Different for every request.
    public let requestId: String
    /// When it was sent.
    public let timestamp: Timestamp
    /// The language and country, where it has them.
    public let locale: String?

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale }

    /// Reads any request.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        requestId = try container.decode(String.self, forKey: .requestId)
        timestamp = try container.decode(Timestamp.self, forKey: .timestamp)
        locale = try container.decodeIfPresent(String.self, forKey: .locale)
        object = try RawObject(from: decoder)
    }

    /// Writes it as it came.
    public func encode(to encoder: any Encoder) throws { try object.encode(to: encoder) }
}
