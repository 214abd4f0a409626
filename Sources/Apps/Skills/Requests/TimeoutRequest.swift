/// The report that the user did not answer a listening skill.
///
/// Alexa has no such request and Amazon's own libraries reject it. A host therefore sends it only to skills
/// known to handle it.
public struct TimeoutRequest: SkillRequest {
    static let type = "TimeoutRequest"

    /// `TimeoutRequest`
    public var type: String { Self.type }
    /// The unique id of the request.
    public var requestId: String
    /// The time at which the host sent the request.
    public var timestamp: Timestamp
    /// The language and country, such as `en-US`.
    public var locale: String?

    /// Creates a request.
    public init(requestId: String, timestamp: Timestamp, locale: String? = nil) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale }
}
