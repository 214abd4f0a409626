/// An answer of the skill could not be used. It comes outside of sessions.
public struct ExceptionEncounteredRequest: SkillRequest {
    static let type = "System.ExceptionEncountered"

    /// `System.ExceptionEncountered`
    public var type: String { Self.type }
    /// Different for every request.
    public var requestId: String
    /// When it was sent.
    public var timestamp: Timestamp
    /// The language and country: `en-US`.
    public var locale: String?
    /// What was wrong with it.
    public var error: SessionEndedError?
    /// Which request it answered.
    public var cause: Cause?

    /// A request that was answered.
    public struct Cause: Codable, Sendable, Hashable {
        /// Its id.
        public var requestId: String

        /// A request by its id.
        public init(requestId: String) { self.requestId = requestId }
    }

    /// A request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, error: SessionEndedError? = nil,
        cause: Cause? = nil
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        (self.error, self.cause) = (error, cause)
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, error, cause }
}
