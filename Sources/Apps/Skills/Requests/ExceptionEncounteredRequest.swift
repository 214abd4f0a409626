/// The report that an answer of the skill could not be used, sent outside of sessions.
public struct ExceptionEncounteredRequest: SkillRequest {
    static let type = "System.ExceptionEncountered"

    /// `System.ExceptionEncountered`
    public var type: String { Self.type }
    /// The unique id of the request.
    public var requestId: String
    /// The time at which the host sent the request.
    public var timestamp: Timestamp
    /// The language and country, such as `en-US`.
    public var locale: String?
    /// The problem with the answer.
    public var error: SessionEndedError?
    /// The request that the skill answered.
    public var cause: Cause?

    /// A reference to the answered request.
    public struct Cause: Codable, Sendable, Hashable {
        /// The id of the request that the skill answered.
        public var requestId: String

        /// Creates a reference to a request.
        public init(requestId: String) { self.requestId = requestId }
    }

    /// Creates a request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, error: SessionEndedError? = nil,
        cause: Cause? = nil
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        (self.error, self.cause) = (error, cause)
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, error, cause }
}
