import SaybusMessages

/// The skill was opened, and nothing else was said.
public struct LaunchRequest: SkillRequest {
    static let type = "LaunchRequest"

    /// `LaunchRequest`
    public var type: String { Self.type }
    /// Different for every request.
    public var requestId: String
    /// When it was sent.
    public var timestamp: Timestamp
    /// The language and country: `en-US`.
    public var locale: String?
    /// What another skill opened it for, as it came.
    public var task: JSONValue?

    /// A request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, task: JSONValue? = nil
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        self.task = task
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, task }
}
