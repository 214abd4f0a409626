import SaybusMessages

/// Another skill, which this one had asked for something, is done.
public struct SessionResumedRequest: SkillRequest {
    static let type = "SessionResumedRequest"

    /// `SessionResumedRequest`
    public var type: String { Self.type }
    /// Different for every request.
    public var requestId: String
    /// When it was sent.
    public var timestamp: Timestamp
    /// The language and country: `en-US`.
    public var locale: String?
    /// What it was asked for and how that went, as it came.
    public var cause: JSONValue?

    /// A request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, cause: JSONValue? = nil
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        self.cause = cause
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, cause }
}
