import SaybusMessages

/// The launch of a skill without an intent.
public struct LaunchRequest: SkillRequest {
    static let type = "LaunchRequest"

    /// `LaunchRequest`
    public var type: String { Self.type }
    /// The unique id of the request.
    public var requestId: String
    /// The time at which the host sent the request.
    public var timestamp: Timestamp
    /// The language and country, such as `en-US`.
    public var locale: String?
    /// The task for which another skill launched this one, kept unchanged.
    public var task: JSONValue?

    /// Creates a request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, task: JSONValue? = nil
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        self.task = task
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, task }
}
