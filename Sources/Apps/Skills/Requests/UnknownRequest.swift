import SaybusMessages

/// A request of an unknown type, such as one about a skill event, a screen or a purchase, kept unchanged.
public struct UnknownRequest: SkillRequest {
    /// The complete request.
    public let object: RawObject
    /// The request's own `type`.
    public var type: String { object.type }
    /// The unique id of the request.
    public let requestId: String
    /// The time at which the host sent the request.
    public let timestamp: Timestamp
    /// The language and country; nil when the request has none.
    public let locale: String?

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale }

    /// Creates a request without members of its own.
    init(type: String, requestId: String, timestamp: Timestamp, locale: String) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        object = RawObject(
            type: type,
            members: [
                "requestId": .string(requestId), "timestamp": .string(timestamp.text), "locale": .string(locale),
            ])
    }

    /// Decodes a request of any type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        requestId = try container.decode(String.self, forKey: .requestId)
        timestamp = try container.decode(Timestamp.self, forKey: .timestamp)
        locale = try container.decodeIfPresent(String.self, forKey: .locale)
        object = try RawObject(from: decoder)
    }

    /// Encodes the request unchanged.
    public func encode(to encoder: any Encoder) throws { try object.encode(to: encoder) }
}
