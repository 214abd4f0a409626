import SaybusMessages

/// One use of a skill, from its launch to its end.
public struct Session: Codable, Sendable, Equatable {
    /// Whether this is the session's first request.
    public var new: Bool
    /// The session's unique id, the same for all its requests.
    public var sessionId: String
    /// The skill that is in use.
    public var application: Application
    /// The attributes that the skill stored in the previous turn; nil or empty for none.
    public var attributes: [String: JSONValue]?
    /// The user of the skill.
    public var user: User?

    /// Creates a session.
    public init(
        new: Bool, sessionId: String, application: Application, attributes: [String: JSONValue]? = nil,
        user: User? = nil
    ) {
        (self.new, self.sessionId, self.application) = (new, sessionId, application)
        (self.attributes, self.user) = (attributes, user)
    }
}
