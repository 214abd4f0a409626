/// Nothing was said in answer to a skill that listens.
///
/// It is not one of Alexa's requests: Amazon's own libraries refuse it, so a host sends it only to skills that are known to want it.
public struct TimeoutRequest: SkillRequest {
    static let type = "TimeoutRequest"

    /// `TimeoutRequest`
    public var type: String { Self.type }
    /// Different for every request.
    public var requestId: String
    /// When it was sent.
    public var timestamp: Timestamp
    /// The language and country: `en-US`.
    public var locale: String?

    /// A request.
    public init(requestId: String, timestamp: Timestamp, locale: String? = nil) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale }
}
