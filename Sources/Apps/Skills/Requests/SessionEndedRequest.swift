/// The session is over; nothing that is answered is spoken.
public struct SessionEndedRequest: SkillRequest {
    static let type = "SessionEndedRequest"

    /// `SessionEndedRequest`
    public var type: String { Self.type }
    /// Different for every request.
    public var requestId: String
    /// When it was sent.
    public var timestamp: Timestamp
    /// The language and country: `en-US`.
    public var locale: String?
    /// Why.
    public var reason: Reason
    /// What went wrong; nil when nothing did.
    public var error: SessionEndedError?

    /// Why a session ends.
    public enum Reason: String, Codable, Sendable, CaseIterable {
        /// The user left it.
        case userInitiated = "USER_INITIATED"
        /// Something went wrong.
        case error = "ERROR"
        /// The user said nothing, or nothing that was understood, too often.
        case exceededMaxReprompts = "EXCEEDED_MAX_REPROMPTS"
    }

    /// A request.
    public init(
        requestId: String, timestamp: Timestamp, locale: String? = nil, reason: Reason,
        error: SessionEndedError? = nil
    ) {
        (self.requestId, self.timestamp, self.locale) = (requestId, timestamp, locale)
        (self.reason, self.error) = (reason, error)
    }

    private enum CodingKeys: String, CodingKey { case requestId, timestamp, locale, reason, error }
}
