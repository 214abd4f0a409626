import SaybusMessages

/// The resumption of a session after another skill completed a task for this one.
public struct SessionResumedRequest: SkillRequest {
    static let type = "SessionResumedRequest"

    /// `SessionResumedRequest`
    public var type: String { Self.type }
    /// The unique id of the request.
    public var requestId: String
    /// The time at which the host sent the request.
    public var timestamp: Timestamp
    /// The language and country, such as `en-US`.
    public var locale: String?
    /// The task and its result, kept unchanged.
    public var cause: JSONValue?

    /// Creates a request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, cause: JSONValue? = nil
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        self.cause = cause
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, cause }
}
