/// The end of a session. The device does not speak the answer.
public struct SessionEndedRequest: SkillRequest {
    static let type = "SessionEndedRequest"

    /// `SessionEndedRequest`
    public var type: String { Self.type }
    /// The unique id of the request.
    public var requestId: String
    /// The time at which the host sent the request.
    public var timestamp: Timestamp
    /// The language and country, such as `en-US`.
    public var locale: String?
    /// The reason why the session ended.
    public var reason: Reason
    /// The error that ended the session; nil without an error.
    public var error: SessionEndedError?

    /// A reason for the end of a session.
    public enum Reason: String, Codable, Sendable, CaseIterable {
        /// The user ended the session.
        case userInitiated = "USER_INITIATED"
        /// An error ended the session.
        case error = "ERROR"
        /// The user was silent or was not understood too many times.
        case exceededMaxReprompts = "EXCEEDED_MAX_REPROMPTS"
    }

    /// Creates a request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, reason: Reason,
        error: SessionEndedError? = nil
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        (self.reason, self.error) = (reason, error)
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, reason, error }
}
